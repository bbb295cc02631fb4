# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For tests that look at a page as people do: headless Chromium, driven by
# WebDriver with curl and jq. Sourced.

BROWSER_URL=
BROWSER_PID=
BROWSER_SESSION=

# browser_call METHOD PATH [JSON]: prints the value of the answer.
browser_call()
{
	local answer="$TMPDIR/browser.answer" method="$1" path="$2"

	shift 2
	if ! curl -sS -m 120 --noproxy '*' -X "$method" -H 'Content-Type: application/json' \
	    -o "$answer" ${1:+--data-binary "$1"} "$BROWSER_URL$path"; then
		echo "the browser does not answer to $method $path" >&2
		return 1
	fi
	if jq -e '.value | type == "object" and has("error")' "$answer" >/dev/null; then
		echo "$method $path: $(jq -r '.value | .error + ": " + .message' "$answer")" >&2
		return 1
	fi
	jq '.value' "$answer"
}

# Pipes of the driver's output tell its port: no time is guessed.
browser_open()
{
	local line port="" log="$TMPDIR/browser.log" arguments

	mkfifo "$TMPDIR/browser.out"
	chromedriver --port=0 >"$TMPDIR/browser.out" 2>"$log" &
	BROWSER_PID=$!
	trap browser_close EXIT
	trap 'exit 1' INT TERM HUP
	exec 8<"$TMPDIR/browser.out"
	while [ -z "$port" ] && read -r line <&8; do
		case $line in
		*'started successfully on port '*) port=${line##* port } ;;
		esac
	done
	port=${port%.}
	[ "$port" ] || { cat "$log"; echo "chromedriver does not start"; return 1; }
	BROWSER_URL=http://127.0.0.1:$port
	arguments='"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-dev-shm-usage", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--hide-scrollbars"'
	BROWSER_SESSION=$(browser_call POST /session '{ "capabilities": { "alwaysMatch": {
		"goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
		"goog:chromeOptions": { "args": [ '"$arguments"',
			"--user-data-dir='"$TMPDIR"'/browser.data" ] } } } }' | jq -r .sessionId)
	BROWSER_SESSION=/session/$BROWSER_SESSION
}

# The driver ends its browser with the session.
browser_close()
{
	trap - EXIT
	[ "$BROWSER_SESSION" = "" ] || browser_call DELETE "$BROWSER_SESSION" >/dev/null || true
	[ "$BROWSER_PID" = "" ] || kill "$BROWSER_PID" 2>/dev/null || true
	[ "$BROWSER_PID" = "" ] || wait "$BROWSER_PID" 2>/dev/null || true
}

# browser_cdp COMMAND JSON
browser_cdp()
{
	browser_call POST "$BROWSER_SESSION/goog/cdp/execute" \
		"{ \"cmd\": \"$1\", \"params\": $2 }"
}

# browser_look WIDTH light|dark [screen|print]: as whom and through what the page is seen.
browser_look()
{
	browser_cdp Emulation.setDeviceMetricsOverride \
		"{ \"width\": $1, \"height\": 900, \"deviceScaleFactor\": 1, \"mobile\": false }" \
		>/dev/null
	browser_cdp Emulation.setEmulatedMedia "{ \"media\": \"${3:-screen}\", \"features\":
		[ { \"name\": \"prefers-color-scheme\", \"value\": \"$2\" } ] }" >/dev/null
}

browser_go()
{
	browser_call POST "$BROWSER_SESSION/url" "{ \"url\": \"$1\" }" >/dev/null
}

# browser_run FILE.js: what its return statement returns, as JSON. Scripts that the
# page's policy forbids are those of the page, not the driver's.
browser_run()
{
	browser_call POST "$BROWSER_SESSION/execute/sync" \
		"$(jq -n --rawfile script "$1" '{ script: $script, args: [] }')"
}

# browser_shoot FILE.png: the whole page.
browser_shoot()
{
	browser_cdp Page.captureScreenshot '{ "captureBeyondViewport": true }' |
		jq -r .data | base64 -d >"$1"
}

# browser_log browser|performance: what was said since the last time.
browser_log()
{
	browser_call POST "$BROWSER_SESSION/se/log" "{ \"type\": \"$1\" }"
}
