#!/usr/bin/env node
'use strict';
// Chooses the Node that the command needs (24, which comes with it) and the code: the sources in the repository, the build elsewhere.
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const source = join(__dirname, '../src/main.ts');
const isSource = existsSync(source);
const main = isSource ? source : join(__dirname, '../dist/main.js');
const isNewEnough = Number(process.versions.node.split('.')[0]) >= 24;

/** The one that npm installed beside the command, if this one is too old. */
function ownNode() {
  if (isNewEnough) return process.execPath;
  try {
    return join(require.resolve(`node-${process.platform}-${process.arch}/package.json`), '../bin/node');
  } catch {
    process.stderr.write(
      `error: ectropy needs Node 24 or newer (this is ${process.version})\n       install it from your system's packages\n`,
    );
    process.exit(1);
  }
}

if (isNewEnough && !isSource) void import(pathToFileURL(main).href).then(({ start }) => start());
else {
  const flags = isSource ? ['--conditions=source', '--disable-warning=ExperimentalWarning'] : [];
  const child = spawn(ownNode(), [...flags, main, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends its signals to both; whoever sends one to this process alone means the command.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
