// SPDX-License-Identifier: GPL-2.0-only
// What is hard to read in a page as it is shown now: a list of sentences, empty
// where all is well. Run by browser_run of browser.sh.
const faults = [];
const SMALLEST_LABEL = 9, CONTRAST = 4.5;
const SMALLEST_TEXT = matchMedia('print').matches ? 9 : 11;

function say(element, what)
{
	const text = element.textContent.trim().slice(0, 40);

	if (faults.length < 12)
		faults.push(`${element.tagName} "${text}": ${what}`);
}

function parse(colour)
{
	const part = colour.match(/[\d.]+/g).map(Number);

	return { rgb: part.slice(0, 3), alpha: part.length > 3 ? part[3] : 1 };
}

// Of WCAG 2.
function luminance(rgb)
{
	const [r, g, b] = rgb.map((c) => {
		c /= 255;
		return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
	});

	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function background(element)
{
	for (let e = element; e; e = e.parentElement) {
		const c = parse(getComputedStyle(e).backgroundColor);

		if (c.alpha > 0.99)
			return c.rgb;
	}
	return [255, 255, 255];
}

function contrast(element)
{
	const style = getComputedStyle(element);
	const ink = element.namespaceURI.endsWith('svg') ? style.fill : style.color;
	const a = luminance(parse(ink).rgb), b = luminance(background(element));

	return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function hasText(element)
{
	return [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
}

function overlap(a, b)
{
	return a.left < b.right - 1 && b.left < a.right - 1 &&
		a.top < b.bottom - 2 && b.top < a.bottom - 2;
}

// Labels of a plot: large enough, within it, and clear of each other.
function checkPlot(plot)
{
	const frame = plot.getBoundingClientRect();
	const scale = frame.width / plot.viewBox.baseVal.width;
	const label = [...plot.querySelectorAll('text')];
	const box = label.map((l) => l.getBoundingClientRect());

	if (label.length < 3)
		say(plot, 'has hardly a label');
	label.forEach((l, i) => {
		const size = parseFloat(getComputedStyle(l).fontSize) * scale;

		if (size < SMALLEST_LABEL)
			say(l, `is ${size.toFixed(1)} px high`);
		if (box[i].left < frame.left - 1 || box[i].right > frame.right + 1 ||
		    box[i].top < frame.top - 1 || box[i].bottom > frame.bottom + 1)
			say(l, 'reaches out of its plot');
		for (let k = i + 1; k < label.length; k++) {
			if (overlap(box[i], box[k]))
				say(l, `lies over "${label[k].textContent}"`);
		}
	});
	for (const mark of plot.querySelectorAll('use')) {
		const b = mark.getBoundingClientRect();

		if (b.width < 2 || b.height < 2 || b.left < frame.left || b.right > frame.right)
			say(plot, `a mark is ${b.width.toFixed(1)} x ${b.height.toFixed(1)} px, or outside`);
	}
	if (!plot.querySelector('title') || plot.getAttribute('role') !== 'img')
		say(plot, 'has no name for those who do not see it');
}

const root = document.documentElement;

if (root.scrollWidth > innerWidth)
	faults.push(`the page is ${root.scrollWidth} px wide in a window of ${innerWidth}`);
if (!root.lang || document.querySelectorAll('h1').length !== 1 || !document.title)
	faults.push('it has no language, no title, or not one h1');
for (const e of document.querySelectorAll('body *')) {
	if (e.closest('title, style, defs') || !hasText(e))
		continue;
	if (contrast(e) < CONTRAST)
		say(e, `contrast ${contrast(e).toFixed(2)}`);
	if (!e.namespaceURI.endsWith('svg') && parseFloat(getComputedStyle(e).fontSize) < SMALLEST_TEXT)
		say(e, 'is too small');
	const box = e.getBoundingClientRect();

	if (!e.closest('.scroll, pre') && box.right > innerWidth + 1)
		say(e, `reaches to ${box.right.toFixed(0)} px`);
}
for (const th of document.querySelectorAll('th')) {
	if (!th.scope)
		say(th, 'has no scope');
}
document.querySelectorAll('svg.plot').forEach(checkPlot);
for (const link of document.querySelectorAll('a')) {
	if (!document.querySelector(link.getAttribute('href')))
		say(link, 'leads nowhere');
}
return { faults: faults, plots: document.querySelectorAll('svg.plot').length,
	 ink: getComputedStyle(document.body).color, wide: root.scrollWidth };
