import * as os from "os";
import { EOL } from "os";
import * as crypto from "crypto";
import * as fs from "fs";
import { constants, promises } from "fs";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { spawn, spawnSync } from "node:child_process";
// ../../node_modules/.pnpm/@actions+core@3.0.1/node_modules/@actions/core/lib/utils.js
/**
* Sanitizes an input into a string so it can be passed into issueCommand safely
* @param input input to sanitize into a string
*/
function toCommandValue(input) {
	if (input === null || input === void 0) return "";
	else if (typeof input === "string" || input instanceof String) return input;
	return JSON.stringify(input);
}
/**
*
* @param annotationProperties
* @returns The command properties to send with the actual annotation command
* See IssueCommandProperties: https://github.com/actions/runner/blob/main/src/Runner.Worker/ActionCommandManager.cs#L646
*/
function toCommandProperties(annotationProperties) {
	if (!Object.keys(annotationProperties).length) return {};
	return {
		title: annotationProperties.title,
		file: annotationProperties.file,
		line: annotationProperties.startLine,
		endLine: annotationProperties.endLine,
		col: annotationProperties.startColumn,
		endColumn: annotationProperties.endColumn
	};
}
// ../../node_modules/.pnpm/@actions+core@3.0.1/node_modules/@actions/core/lib/command.js
/**
* Issues a command to the GitHub Actions runner
*
* @param command - The command name to issue
* @param properties - Additional properties for the command (key-value pairs)
* @param message - The message to include with the command
* @remarks
* This function outputs a specially formatted string to stdout that the Actions
* runner interprets as a command. These commands can control workflow behavior,
* set outputs, create annotations, mask values, and more.
*
* Command Format:
*   ::name key=value,key=value::message
*
* @example
* ```typescript
* // Issue a warning annotation
* issueCommand('warning', {}, 'This is a warning message');
* // Output: ::warning::This is a warning message
*
* // Set an environment variable
* issueCommand('set-env', { name: 'MY_VAR' }, 'some value');
* // Output: ::set-env name=MY_VAR::some value
*
* // Add a secret mask
* issueCommand('add-mask', {}, 'secretValue123');
* // Output: ::add-mask::secretValue123
* ```
*
* @internal
* This is an internal utility function that powers the public API functions
* such as setSecret, warning, error, and exportVariable.
*/
function issueCommand(command, properties, message) {
	const cmd = new Command(command, properties, message);
	process.stdout.write(cmd.toString() + os.EOL);
}
const CMD_STRING = "::";
var Command = class {
	constructor(command, properties, message) {
		if (!command) command = "missing.command";
		this.command = command;
		this.properties = properties;
		this.message = message;
	}
	toString() {
		let cmdStr = CMD_STRING + this.command;
		if (this.properties && Object.keys(this.properties).length > 0) {
			cmdStr += " ";
			let first = true;
			for (const key in this.properties) if (this.properties.hasOwnProperty(key)) {
				const val = this.properties[key];
				if (val) {
					if (first) first = false;
					else cmdStr += ",";
					cmdStr += `${key}=${escapeProperty(val)}`;
				}
			}
		}
		cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
		return cmdStr;
	}
};
function escapeData(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}
function escapeProperty(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/:/g, "%3A").replace(/,/g, "%2C");
}
// ../../node_modules/.pnpm/@actions+core@3.0.1/node_modules/@actions/core/lib/file-command.js
function issueFileCommand(command, message) {
	const filePath = process.env[`GITHUB_${command}`];
	if (!filePath) throw new Error(`Unable to find environment variable for file command ${command}`);
	if (!fs.existsSync(filePath)) throw new Error(`Missing file at path: ${filePath}`);
	fs.appendFileSync(filePath, `${toCommandValue(message)}${os.EOL}`, { encoding: "utf8" });
}
function prepareKeyValueMessage(key, value) {
	const delimiter = `ghadelimiter_${crypto.randomUUID()}`;
	const convertedValue = toCommandValue(value);
	if (key.includes(delimiter)) throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
	if (convertedValue.includes(delimiter)) throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
	return `${key}<<${delimiter}${os.EOL}${convertedValue}${os.EOL}${delimiter}`;
}
// ../../node_modules/.pnpm/@actions+core@3.0.1/node_modules/@actions/core/lib/summary.js
var __awaiter$1 = function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
const { access, appendFile, writeFile } = promises;
const SUMMARY_ENV_VAR = "GITHUB_STEP_SUMMARY";
var Summary = class {
	constructor() {
		this._buffer = "";
	}
	/**
	* Finds the summary file path from the environment, rejects if env var is not found or file does not exist
	* Also checks r/w permissions.
	*
	* @returns step summary file path
	*/
	filePath() {
		return __awaiter$1(this, void 0, void 0, function* () {
			if (this._filePath) return this._filePath;
			const pathFromEnv = process.env[SUMMARY_ENV_VAR];
			if (!pathFromEnv) throw new Error(`Unable to find environment variable for $${SUMMARY_ENV_VAR}. Check if your runtime environment supports job summaries.`);
			try {
				yield access(pathFromEnv, constants.R_OK | constants.W_OK);
			} catch (_a) {
				throw new Error(`Unable to access summary file: '${pathFromEnv}'. Check if the file has correct read/write permissions.`);
			}
			this._filePath = pathFromEnv;
			return this._filePath;
		});
	}
	/**
	* Wraps content in an HTML tag, adding any HTML attributes
	*
	* @param {string} tag HTML tag to wrap
	* @param {string | null} content content within the tag
	* @param {[attribute: string]: string} attrs key-value list of HTML attributes to add
	*
	* @returns {string} content wrapped in HTML element
	*/
	wrap(tag, content, attrs = {}) {
		const htmlAttrs = Object.entries(attrs).map(([key, value]) => ` ${key}="${value}"`).join("");
		if (!content) return `<${tag}${htmlAttrs}>`;
		return `<${tag}${htmlAttrs}>${content}</${tag}>`;
	}
	/**
	* Writes text in the buffer to the summary buffer file and empties buffer. Will append by default.
	*
	* @param {SummaryWriteOptions} [options] (optional) options for write operation
	*
	* @returns {Promise<Summary>} summary instance
	*/
	write(options) {
		return __awaiter$1(this, void 0, void 0, function* () {
			const overwrite = !!(options === null || options === void 0 ? void 0 : options.overwrite);
			const filePath = yield this.filePath();
			yield (overwrite ? writeFile : appendFile)(filePath, this._buffer, { encoding: "utf8" });
			return this.emptyBuffer();
		});
	}
	/**
	* Clears the summary buffer and wipes the summary file
	*
	* @returns {Summary} summary instance
	*/
	clear() {
		return __awaiter$1(this, void 0, void 0, function* () {
			return this.emptyBuffer().write({ overwrite: true });
		});
	}
	/**
	* Returns the current summary buffer as a string
	*
	* @returns {string} string of summary buffer
	*/
	stringify() {
		return this._buffer;
	}
	/**
	* If the summary buffer is empty
	*
	* @returns {boolen} true if the buffer is empty
	*/
	isEmptyBuffer() {
		return this._buffer.length === 0;
	}
	/**
	* Resets the summary buffer without writing to summary file
	*
	* @returns {Summary} summary instance
	*/
	emptyBuffer() {
		this._buffer = "";
		return this;
	}
	/**
	* Adds raw text to the summary buffer
	*
	* @param {string} text content to add
	* @param {boolean} [addEOL=false] (optional) append an EOL to the raw text (default: false)
	*
	* @returns {Summary} summary instance
	*/
	addRaw(text, addEOL = false) {
		this._buffer += text;
		return addEOL ? this.addEOL() : this;
	}
	/**
	* Adds the operating system-specific end-of-line marker to the buffer
	*
	* @returns {Summary} summary instance
	*/
	addEOL() {
		return this.addRaw(EOL);
	}
	/**
	* Adds an HTML codeblock to the summary buffer
	*
	* @param {string} code content to render within fenced code block
	* @param {string} lang (optional) language to syntax highlight code
	*
	* @returns {Summary} summary instance
	*/
	addCodeBlock(code, lang) {
		const attrs = Object.assign({}, lang && { lang });
		const element = this.wrap("pre", this.wrap("code", code), attrs);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML list to the summary buffer
	*
	* @param {string[]} items list of items to render
	* @param {boolean} [ordered=false] (optional) if the rendered list should be ordered or not (default: false)
	*
	* @returns {Summary} summary instance
	*/
	addList(items, ordered = false) {
		const tag = ordered ? "ol" : "ul";
		const listItems = items.map((item) => this.wrap("li", item)).join("");
		const element = this.wrap(tag, listItems);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML table to the summary buffer
	*
	* @param {SummaryTableCell[]} rows table rows
	*
	* @returns {Summary} summary instance
	*/
	addTable(rows) {
		const tableBody = rows.map((row) => {
			const cells = row.map((cell) => {
				if (typeof cell === "string") return this.wrap("td", cell);
				const { header, data, colspan, rowspan } = cell;
				const tag = header ? "th" : "td";
				const attrs = Object.assign(Object.assign({}, colspan && { colspan }), rowspan && { rowspan });
				return this.wrap(tag, data, attrs);
			}).join("");
			return this.wrap("tr", cells);
		}).join("");
		const element = this.wrap("table", tableBody);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds a collapsable HTML details element to the summary buffer
	*
	* @param {string} label text for the closed state
	* @param {string} content collapsable content
	*
	* @returns {Summary} summary instance
	*/
	addDetails(label, content) {
		const element = this.wrap("details", this.wrap("summary", label) + content);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML image tag to the summary buffer
	*
	* @param {string} src path to the image you to embed
	* @param {string} alt text description of the image
	* @param {SummaryImageOptions} options (optional) addition image attributes
	*
	* @returns {Summary} summary instance
	*/
	addImage(src, alt, options) {
		const { width, height } = options || {};
		const attrs = Object.assign(Object.assign({}, width && { width }), height && { height });
		const element = this.wrap("img", null, Object.assign({
			src,
			alt
		}, attrs));
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML section heading element
	*
	* @param {string} text heading text
	* @param {number | string} [level=1] (optional) the heading level, default: 1
	*
	* @returns {Summary} summary instance
	*/
	addHeading(text, level) {
		const tag = `h${level}`;
		const allowedTag = [
			"h1",
			"h2",
			"h3",
			"h4",
			"h5",
			"h6"
		].includes(tag) ? tag : "h1";
		const element = this.wrap(allowedTag, text);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML thematic break (<hr>) to the summary buffer
	*
	* @returns {Summary} summary instance
	*/
	addSeparator() {
		const element = this.wrap("hr", null);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML line break (<br>) to the summary buffer
	*
	* @returns {Summary} summary instance
	*/
	addBreak() {
		const element = this.wrap("br", null);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML blockquote to the summary buffer
	*
	* @param {string} text quote text
	* @param {string} cite (optional) citation url
	*
	* @returns {Summary} summary instance
	*/
	addQuote(text, cite) {
		const attrs = Object.assign({}, cite && { cite });
		const element = this.wrap("blockquote", text, attrs);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML anchor tag to the summary buffer
	*
	* @param {string} text link text/content
	* @param {string} href hyperlink
	*
	* @returns {Summary} summary instance
	*/
	addLink(text, href) {
		const element = this.wrap("a", text, { href });
		return this.addRaw(element).addEOL();
	}
};
const summary = new Summary();
/**
* The code to exit an action
*/
var ExitCode;
(function(ExitCode) {
	/**
	* A code indicating that the action was successful
	*/
	ExitCode[ExitCode["Success"] = 0] = "Success";
	/**
	* A code indicating that the action was a failure
	*/
	ExitCode[ExitCode["Failure"] = 1] = "Failure";
})(ExitCode || (ExitCode = {}));
/**
* Gets the value of an input.
* Unless trimWhitespace is set to false in InputOptions, the value is also trimmed.
* Returns an empty string if the value is not defined.
*
* @param     name     name of the input to get
* @param     options  optional. See InputOptions.
* @returns   string
*/
function getInput(name, options) {
	const val = process.env[`INPUT_${name.replace(/ /g, "_").toUpperCase()}`] || "";
	if (options && options.required && !val) throw new Error(`Input required and not supplied: ${name}`);
	if (options && options.trimWhitespace === false) return val;
	return val.trim();
}
/**
* Sets the value of an output.
*
* @param     name     name of the output to set
* @param     value    value to store. Non-string values will be converted to a string via JSON.stringify
*/
function setOutput(name, value) {
	if (process.env["GITHUB_OUTPUT"] || "") return issueFileCommand("OUTPUT", prepareKeyValueMessage(name, value));
	process.stdout.write(os.EOL);
	issueCommand("set-output", { name }, toCommandValue(value));
}
/**
* Sets the action status to failed.
* When the action exits it will be with an exit code of 1
* @param message add error issue message
*/
function setFailed(message) {
	process.exitCode = ExitCode.Failure;
	error(message);
}
/**
* Adds an error issue
* @param message error issue message. Errors will be converted to string via toString()
* @param properties optional properties to add to the annotation.
*/
function error(message, properties = {}) {
	issueCommand("error", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
* Adds a warning issue
* @param message warning issue message. Errors will be converted to string via toString()
* @param properties optional properties to add to the annotation.
*/
function warning(message, properties = {}) {
	issueCommand("warning", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
// src/base.ts
/** The base of a pull request, what a branch was before a push, else the first parent. */
function baseOf(payload) {
	const { pull_request: request, before } = payload ?? {};
	return [request?.base?.sha, before].find(isSha) ?? "HEAD^";
}
/** Throws where a checkout does not have a commit, before anything is measured that would be held against it. */
function refuseMissing(root, base) {
	const asked = [
		"rev-parse",
		"--verify",
		"--quiet",
		"--end-of-options",
		`${base}^{commit}`
	];
	if (spawnSync("git", asked, {
		cwd: root,
		stdio: "ignore"
	}).status === 0) return;
	throw new Error(`input base: ${base} is no commit of this checkout: give actions/checkout fetch-depth: 0, or the action base: none`);
}
function isSha(value) {
	return typeof value === "string" && /^[0-9a-f]{40}$/.test(value) && !/^0+$/.test(value);
}
// src/workspace.ts
/** Finds the workspace. Throws where the folder has none, with what to do. */
function findWorkspace(checkout, folder) {
	const root = resolve(checkout, folder);
	const file = join(root, "package.json");
	const { packageManager = "", scripts } = readManifest(file);
	if (typeof scripts?.bench !== "string") throw new Error(`input working-directory: ${file} has no script bench: give the folder of the Kernel Ladder workspace, and check its submodule out`);
	if (!/^pnpm@[\w.+-]+$/.test(packageManager)) throw new Error(`${file}: packageManager is "${packageManager}": pin pnpm there, as pnpm@12.18.0`);
	const own = join(root, "node_modules", ".bin", "pnpm");
	const isInstalled = existsSync(own);
	return {
		root,
		pnpm: isInstalled ? [own] : [
			"npx",
			"-y",
			packageManager
		],
		isInstalled
	};
}
function readManifest(file) {
	return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}
const withheld = /^(?:ACTIONS_|INPUT_)|^GITHUB_(?:TOKEN|ENV|PATH|STATE)$/;
/**
* The environment of the commands: kernels are code of whoever wrote the commit, and get no more than a step with `run` has. Outputs
* go nowhere, for the action sets its own.
*/
function commandEnvironment(env) {
	const kept = Object.entries(env).filter(([name]) => !withheld.test(name));
	return {
		...Object.fromEntries(kept),
		GITHUB_OUTPUT: "/dev/null"
	};
}
// src/command.ts
/** Runs one command of pnpm in the workspace. A signal to the action is handed on, so that `bench` keeps what it has measured. */
function startPnpm({ root, pnpm }, args) {
	const [program = "", ...words] = [...pnpm, ...args];
	const child = spawn(program, words, {
		cwd: root,
		env: commandEnvironment(process.env),
		stdio: [
			"ignore",
			"inherit",
			"pipe"
		]
	});
	const handOn = (signal) => child.kill(signal);
	for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, handOn);
	let said = "";
	child.stderr.setEncoding("utf8").on("data", (text) => {
		process.stderr.write(text);
		said = (said + text).slice(-4e3);
	});
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code, signal) => {
			for (const each of ["SIGINT", "SIGTERM"]) process.off(each, handOn);
			resolve({
				code: code ?? 1,
				lastWords: signal ?? lastLine(said)
			});
		});
	});
}
function lastLine(text) {
	return text.trimEnd().split("\n").at(-1) ?? "";
}
// ../publish/src/compare/words.ts
/** `2 REGRESSED, 1 SAME`; only verdicts that there are. */
function verdictCounts(rows) {
	const counted = [
		"REGRESSED",
		"IMPROVED",
		"SAME",
		"UNDECIDED"
	].flatMap((verdict) => {
		const count = rows.filter((row) => row.verdict === verdict).length;
		return count > 0 ? [`${count} ${verdict}`] : [];
	});
	return counted.length > 0 ? counted.join(", ") : "nothing to compare";
}
// ../publish/src/compare/confirmed.ts
/** What makes a check fail: what is confirmed, also what is only suspected, or nothing. */
const failOnWords = [
	"confirmed",
	"suspect",
	"never"
];
/** What the numbers come to. A kernel that newly fails is confirmed by failing again beside a base that passes. */
function conclusionOf(confirmed, failOn) {
	const { compared, newlyFailing, suspects, failedOnce } = confirmed;
	const isSlower = compared.some(({ verdict }) => verdict === "REGRESSED") || newlyFailing.length > 0;
	const isSuspect = suspects.length > 0 || failedOnce.length > 0;
	const fails = {
		confirmed: isSlower,
		suspect: isSlower || isSuspect,
		never: false
	}[failOn];
	const isClear = !isSlower && !isSuspect && isWhole(confirmed);
	return {
		conclusion: fails ? "failure" : isClear ? "success" : "neutral",
		title: titleOf(confirmed)
	};
}
function isWhole({ compared, gone, unmeasured }) {
	const isUnsettled = compared.some(({ verdict, inTurns }) => inTurns && verdict === "UNDECIDED");
	return compared.some(({ verdict }) => verdict !== "UNDECIDED") && !isUnsettled && gone.length === 0 && unmeasured.length === 0;
}
function titleOf({ compared, newlyFailing, suspects, failedOnce, gone, unmeasured }) {
	const others = [
		[newlyFailing.length, "newly failing"],
		[suspects.length, "SUSPECT"],
		[failedOnce.length, "failed once"],
		[gone.length, "gone"],
		[unmeasured.length, "not measured in turns"]
	].flatMap(([count, word]) => count > 0 ? [`${count} ${word}`] : []);
	return [verdictCounts(compared), ...others].join(", ");
}
// src/inputs.ts
/** Which adapter has to be there. */
const adapterWords = [
	"hardware",
	"software",
	"any"
];
/** Reads all inputs through `read`, by the names in action.yml. Throws an Error that names the input, its value and what it takes. */
function readInputs(read) {
	const base = commitOf("base", read("base"));
	return {
		workingDirectory: folderOf("working-directory", read("working-directory") || "."),
		suite: suiteOf(read("suite")),
		select: globsOf(read("select")),
		peers: switchOf("peers", read("peers")),
		adapter: wordOf("adapter", read("adapter"), adapterWords),
		base: base === "none" ? null : base,
		failOn: wordOf("fail-on", read("fail-on"), failOnWords),
		confirmAtMost: countOf$1("confirm-at-most", read("confirm-at-most"), [0, 1e4]),
		history: read("history") === "" ? "" : folderOf("history", read("history")),
		launches: launchesOf(read("launches"))
	};
}
function refused(name, value, remedy) {
	return /* @__PURE__ */ new Error(`input ${name}: "${value}" ${remedy}`);
}
function wordOf(name, value, words) {
	const found = words.find((word) => word === value);
	if (found !== void 0) return found;
	throw refused(name, value, `is none of ${words.join(", ")}: give one of them, or leave the input out`);
}
function switchOf(name, value) {
	return wordOf(name, value, ["true", "false"]) === "true";
}
function countOf$1(name, value, [least, most]) {
	const count = /^\d+$/.test(value) ? Number(value) : NaN;
	if (count >= least && count <= most) return count;
	throw refused(name, value, `is no whole number from ${least} to ${most}: give one, or leave the input out`);
}
function launchesOf(value) {
	const count = countOf$1("launches", value, [0, 100]);
	if (count === 1) throw refused("launches", value, "tells no noise: give 0 for none, or at least 2");
	return count;
}
function suiteOf(value) {
	if (/^[\w./-]+$/.test(value) && !value.startsWith("-")) return value;
	throw refused("suite", value, "is no name of a suite and no path: give smoke, quick, full, or a suite file");
}
function globsOf(value) {
	const globs = value.split(/\s+/).filter((glob) => glob !== "");
	const stray = globs.find((glob) => glob.startsWith("-"));
	if (stray === void 0) return globs;
	throw refused("select", stray, "is no glob over ids: give globs as reduce/**, one a line, !GLOB leaves ids out");
}
function folderOf(name, value) {
	if (!value.startsWith("/") && !value.startsWith("-") && !value.split(/[/\\]/).includes("..")) return value;
	throw refused(name, value, "leads out of the checkout: give a path below it, without \"..\"");
}
function commitOf(name, value) {
	if (/^[\w./^~-]*$/.test(value) && !value.startsWith("-")) return value;
	throw refused(name, value, "is no name of a commit: give a sha, a branch, or none");
}
// src/chart.ts
const mostBars = 16;
const mostCharts = 8;
/** The ids that moved most, as a bar each: the change of the median time in per cent, above 0 slower. Empty without any. */
function effectChart(compared) {
	const moved = compared.toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect)).slice(0, mostBars);
	if (moved.length === 0) return "";
	return chart("Change of the median time in %, above 0 slower", moved.toSorted((a, b) => b.effect - a.effect).map(({ id, effect }) => ({
		label: id,
		value: 100 * effect
	})));
}
/** The rungs of each family on the case that most of them ran: how many times as fast as the first. Empty where nothing was timed. */
function ladderCharts({ results }) {
	const timed = results.filter(({ kind, timing }) => kind === "gpu" && timing !== void 0);
	return [...Map.groupBy(timed, ({ family }) => family)].slice(0, mostCharts).map(([family, own]) => ladderChart(family, own)).join("\n");
}
function ladderChart(family, results) {
	const rungs = [...Map.groupBy(results, (result) => result.case).values()].reduce((best, own) => own.length > best.length ? own : best, []);
	const [first] = rungs;
	if (!first || rungs.length < 2) return "";
	const bars = rungs.slice(0, mostBars).map((rung) => ({
		label: rung.variant,
		value: medianOf(first) / medianOf(rung)
	}));
	return chart(`${family}, ${first.case}: times as fast as ${first.variant}`, bars);
}
function medianOf({ timing }) {
	return timing?.medianNs ?? NaN;
}
function chart(title, bars) {
	const labels = bars.map(({ label }) => quoted(label)).join(", ");
	const values = bars.map(({ value }) => value.toPrecision(4)).join(", ");
	return [
		"```mermaid",
		"---",
		"config: { xyChart: { width: 900, height: 320 } }",
		"---",
		"xychart-beta horizontal",
		`  title ${quoted(title)}`,
		`  x-axis [${labels}]`,
		`  bar [${values}]`,
		"```",
		""
	].join("\n");
}
function quoted(text) {
	const plain = text.replaceAll(/[^\p{L}\p{N} _.,:=*/()%+-]+/gu, "?");
	return `"${plain.length > 60 ? `${plain.slice(0, 59)}…` : plain}"`;
}
// src/summary.ts
const meanings$1 = {
	FAILED: "kernels give wrong results, crash or hang.",
	REGRESSED: "kernels are slower than the base: measured in turns with it on this machine.",
	SUSPECT: "kernels look slower than before, and turns with the base have not settled it.",
	UNDECIDED: "no kernel is known to be slower; for some nobody can say that they are the same: the noise is too large, or they were not measured.",
	IMPROVED: "kernels are faster than the base, none is slower.",
	SAME: "no kernel has changed its speed.",
	UNJUDGED: "what ran is right; times were not compared."
};
/** Markdown. */
function summaryOf(run, confirmed, verdict) {
	const { word, regressions, suspects, failures, reasons } = verdict;
	const table = [
		["FAILED", failures.length],
		["REGRESSED", regressions.length],
		["SUSPECT", suspects.length],
		...[
			"UNDECIDED",
			"IMPROVED",
			"SAME"
		].map((each) => [each, countOf(confirmed, each)])
	].map(([name, count]) => `| ${name} | ${count} |\n`).join("");
	const why = reasons.length > 0 ? `\nNot judged because of: ${reasons.map(code).join(", ")}.\n` : "";
	const drawn = effectChart(confirmed?.compared ?? []) || ladderCharts(run);
	return `\n## Verdict: ${word}\n\n${meanings$1[word]}\n${why}\n| verdict | ids |\n| --- | --: |\n${table}\n${drawn}`;
}
function countOf(confirmed, verdict) {
	return confirmed?.compared.filter((row) => row.verdict === verdict).length ?? 0;
}
function code(text) {
	return `\`${text.replaceAll(/[`\n\r|]+/g, " ")}\``;
}
// src/verdict.ts
/** The worst that was found, worst first. */
const verdictWords = [
	"FAILED",
	"REGRESSED",
	"SUSPECT",
	"UNDECIDED",
	"IMPROVED",
	"SAME",
	"UNJUDGED"
];
/** Finds the verdict of a run; `confirmed` is null where nothing was held against a base. */
function verdictOf(run, confirmed) {
	const compared = confirmed?.compared ?? [];
	const having = (verdict) => compared.flatMap((row) => row.verdict === verdict ? [row.id] : []);
	const regressions = having("REGRESSED");
	const suspects = confirmed ? [...confirmed.suspects, ...confirmed.failedOnce.map(({ id }) => id)] : [];
	const failures = confirmed ? confirmed.newlyFailing.map(({ id }) => id) : failedIds(run);
	const counts = {
		FAILED: failures.length,
		REGRESSED: regressions.length,
		SUSPECT: suspects.length,
		UNDECIDED: having("UNDECIDED").length + unknownIds(confirmed).length,
		IMPROVED: having("IMPROVED").length,
		SAME: having("SAME").length,
		UNJUDGED: 1
	};
	return {
		word: verdictWords.find((each) => counts[each] > 0) ?? "UNJUDGED",
		regressions,
		suspects,
		failures,
		reasons: reasonsOf(run, confirmed)
	};
}
function unknownIds(confirmed) {
	return confirmed ? [...confirmed.gone, ...confirmed.unmeasured] : [];
}
/** Kernels of a run that failed; other people's are watched, and fail nothing. */
function failedIds({ results }) {
	return results.flatMap(({ id, kind, status }) => status === "failed" && kind !== "peer" ? [id] : []);
}
function reasonsOf(run, confirmed) {
	const { stable, reasons } = confirmed?.session ?? sessionOf(run);
	const { software } = run.machine;
	return [
		...software ? ["software-adapter"] : [],
		...confirmed || software ? [] : ["no-base"],
		...stable || software ? [] : reasons,
		...["gone", "unmeasured"].filter((what) => confirmed && confirmed[what].length > 0)
	];
}
function sessionOf({ sessions }) {
	return {
		stable: sessions.every(({ stable }) => stable),
		reasons: [...new Set(sessions.flatMap(({ reasons }) => reasons))]
	};
}
/** Whether it fails the step. A kernel that fails is suspected and confirmed at once where there is no base to try it beside. */
function fails(run, confirmed, failOn) {
	if (confirmed) return conclusionOf(confirmed, failOn).conclusion === "failure";
	return failOn !== "never" && failedIds(run).length > 0;
}
// src/action.ts
/** Does what the step asks for and sets its outputs. Throws with the message that fails the step. */
async function act() {
	const inputs = readInputs(getInput);
	const checkout = process.env["GITHUB_WORKSPACE"] ?? process.cwd();
	const base = baseFor(inputs);
	if (base !== null) refuseMissing(findWorkspace(checkout, inputs.workingDirectory).root, base);
	const workspace = await install(checkout, inputs);
	await launchNewMachine(workspace, inputs);
	const { run, file } = await measure(workspace, inputs);
	const out = file.replace(/\.json$/, ".confirmed.json");
	const confirmed = base && !run.machine.software ? await confirm(workspace, inputs, {
		base,
		file,
		out
	}) : null;
	const verdict = verdictOf(run, confirmed);
	setOutputs(run, verdict, {
		"run-file": file,
		"confirmed-file": confirmed ? out : ""
	});
	await summary.addRaw(summaryOf(run, confirmed, verdict)).write();
	if (fails(run, confirmed, inputs.failOn)) throw new Error(failureText(verdict));
}
function baseFor({ adapter, base }) {
	if (adapter === "software" || base === null) return null;
	return base || baseOf(readEvent());
}
async function install(checkout, { workingDirectory }) {
	const workspace = findWorkspace(checkout, workingDirectory);
	if (workspace.isInstalled) return workspace;
	const { code, lastWords } = await startPnpm(workspace, ["install", "--frozen-lockfile"]);
	if (code !== 0) throw new Error(`pnpm install ended with ${code}: ${lastWords}`);
	return findWorkspace(checkout, workingDirectory);
}
const meanings = {
	2: "wrong usage or a malformed file",
	3: "no adapter of the wanted kind: label a runner that has one, or give adapter: software",
	130: "interrupted"
};
async function bench(workspace, args) {
	const ended = await startPnpm(workspace, [
		"--silent",
		"bench",
		...args
	]);
	const meaning = meanings[ended.code];
	if (meaning !== void 0) throw new Error(`bench ${args[0]} ended with ${ended.code}, ${meaning}: ${ended.lastWords}`);
	return ended;
}
function adapterArgs({ adapter }) {
	return adapter === "any" ? [] : [`--${adapter}`];
}
function historyArgs({ history }, { root }) {
	return history === "" ? [] : ["--history", join(root, history)];
}
async function launchNewMachine(workspace, inputs) {
	const { launches, adapter, base } = inputs;
	if (launches === 0 || adapter !== "hardware" || base === null) return;
	const { code, lastWords } = await bench(workspace, [...[
		"aa",
		"--if-new",
		"-k",
		String(launches),
		...adapterArgs(inputs)
	], ...historyArgs(inputs, workspace)]);
	if (code !== 0) warning(`the noise of this machine is not known: ${lastWords}`);
}
async function measure(workspace, inputs) {
	const file = join(workspace.root, "results", `${(/* @__PURE__ */ new Date()).toISOString().replaceAll(/\D/g, "")}.json`);
	const { code, lastWords } = await bench(workspace, [
		"run",
		`--suite=${inputs.suite}`,
		...inputs.select.map((glob) => `--select=${glob}`),
		...inputs.peers ? ["--peers"] : [],
		...adapterArgs(inputs),
		...historyArgs(inputs, workspace),
		"--github",
		"--out",
		file
	]);
	if (!existsSync(file)) throw new Error(`bench run ended with ${code}, without a run: ${lastWords}`);
	const run = read(file);
	const isExplained = run.results.some(({ status }) => status === "failed");
	if (code !== 0 && !isExplained) throw new Error(`bench run ended with ${code}: a family does not start`);
	return {
		run,
		file
	};
}
async function confirm(workspace, inputs, { base, file, out }) {
	await bench(workspace, [
		"confirm",
		base,
		file,
		...adapterArgs(inputs),
		...historyArgs(inputs, workspace),
		`--most=${inputs.confirmAtMost}`,
		`--fail-on=${inputs.failOn}`,
		"--github",
		"--out",
		out
	]);
	if (!existsSync(out)) throw new Error(`bench confirm ${base} wrote nothing: its last lines say why`);
	return read(out);
}
function readEvent() {
	const file = process.env["GITHUB_EVENT_PATH"] ?? "";
	return existsSync(file) ? read(file) : null;
}
function read(file) {
	return JSON.parse(readFileSync(file, "utf8"));
}
function setOutputs(run, verdict, files) {
	const { word, regressions, suspects, failures, reasons } = verdict;
	const outputs = {
		verdict: word,
		regressions,
		suspects,
		failures,
		reasons,
		"machine-key": run.machine.key,
		software: run.machine.software,
		...files
	};
	for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
}
function failureText({ word, regressions, suspects, failures }) {
	const ids = {
		FAILED: failures,
		REGRESSED: regressions,
		SUSPECT: suspects
	}[String(word)] ?? [];
	return `${word}: ${ids.slice(0, 3).join(", ")}${ids.length > 3 ? ` and ${ids.length - 3} more` : ""}; the job summary has them all`;
}
// src/main.ts
try {
	await act();
} catch (error) {
	setFailed(error instanceof Error ? error.message : String(error));
}
export {};
