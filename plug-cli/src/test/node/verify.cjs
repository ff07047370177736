// Verifies one request with a library that is installed in the working directory, and prints the parsed body.
// node verify.cjs LIBRARY SECRET < {"body": "...", "headers": {...}}
"use strict";
const { createRequire } = require("node:module");
const { readFileSync } = require("node:fs");
const { Webhook } = createRequire(`${process.cwd()}/`)(process.argv[2]);
const { body, headers } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(new Webhook(process.argv[3]).verify(body, headers)));
