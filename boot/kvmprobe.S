/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The smallest guest that shows that an accelerator works: a 64 KiB firmware
 * image that goes from the reset vector through protected to long mode, and in
 * each counts far enough that interpreting it, as some KVMs do where the
 * processor does not help, takes longer than the deadline. At the end it
 * writes 0x31 to port 0xf4. With QEMU's isa-debug-exit there, QEMU then
 * exits with (0x31 << 1) | 1 = 99, a status that nothing else gives. Needs no
 * kernel and leaves nothing. Addresses: the image ends at 1 MiB (and at 4 GiB).
 */
#define BASE		0xf0000
#define PML4		0x1000
#define PDPT		0x2000
#define PAGEDIR		0x3000
#define COUNT		20000000	/* some 10 ms on a processor */
#define ADDRESS(label)	(BASE + (label) - image)

	.text
	.code16
image:
start:
	cli
	movl	$COUNT, %ecx
1:	decl	%ecx
	jnz	1b
	lgdtl	%cs:(gdt_pointer - image)
	movl	%cr0, %eax
	orl	$1, %eax		/* PE */
	movl	%eax, %cr0
	ljmpl	$0x08, $ADDRESS(protected)

	.code32
protected:
	movw	$0x10, %ax
	movw	%ax, %ds
	movw	%ax, %ss
	movl	$COUNT, %ecx
1:	decl	%ecx
	jnz	1b
	/* Map the first 2 MiB to itself; RAM is zero after reset. */
	movl	$(PDPT + 3), PML4
	movl	$(PAGEDIR + 3), PDPT
	movl	$0x83, PAGEDIR		/* present, writable, 2 MiB */
	movl	$PML4, %eax
	movl	%eax, %cr3
	movl	%cr4, %eax
	orl	$0x20, %eax		/* PAE */
	movl	%eax, %cr4
	movl	$0xc0000080, %ecx	/* EFER */
	rdmsr
	orl	$0x100, %eax		/* LME */
	wrmsr
	movl	%cr0, %eax
	orl	$0x80000000, %eax	/* PG */
	movl	%eax, %cr0
	ljmpl	$0x18, $ADDRESS(long_mode)

	.code64
long_mode:
	movl	$COUNT, %ecx
1:	movl	%ecx, 0x4000		/* memory as well */
	decl	%ecx
	jnz	1b
	movq	$0x3100000000, %rax	/* only long mode can hold it */
	shrq	$32, %rax
	outb	%al, $0xf4
halt:
	hlt
	jmp	halt

	.balign	8
gdt:
	.quad	0
	.quad	0x00cf9b000000ffff	/* 08: 32-bit code */
	.quad	0x00cf93000000ffff	/* 10: data */
	.quad	0x00af9b000000ffff	/* 18: 64-bit code */
gdt_pointer:
	.word	gdt_pointer - gdt - 1
	.long	ADDRESS(gdt)

	.org	0xfff0
	.code16
	/* jmp start, spelt out: assemblers differ in how they encode it here. */
	.byte	0xe9
	.word	(start - image - 0xfff3) & 0xffff
	.org	0x10000
	.section .note.GNU-stack, "", @progbits
