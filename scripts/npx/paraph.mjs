#!/usr/bin/env node
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/*
 * npx ./paraph-VERSION.tgz COMMAND: the service from this package. What npm has unpacked may be removed or shared, so
 * the program is copied into the data folder once for each version; there it installs its packages as locked, and builds.
 */

const here = fileURLToPath(new URL('.', import.meta.url))
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
const services = ['start', 'web', 'worker']
const tools = ['admin', 'rotate-secret', 'renew-time-stamps']
/** Commands of `admin` that can be called without its name. */
const adminCommands = ['backup', 'restore']
const help = `paraph ${version}

  paraph start           the whole service on http://localhost:3000; PORT, APP_URL and other variables as in its documentation
  paraph web | worker    one process, for installations on several machines
  paraph admin …         the commands of an operator; admin --help lists them
  paraph backup FILE     a backup while the service runs; restore FILE brings it back into an empty folder
  paraph rotate-secret, renew-time-stamps

paraph is there after npm install --global ./paraph-${version}.tgz; without that, npx ./paraph-${version}.tgz start.

Data, and the program itself, are in DATA_DIR: by default in .data of the folder in which it is called.`

const [command = 'help', ...args] = process.argv.slice(2)
if (Number(process.versions.node.split('.')[0]) < 20)
  end(`Paraph needs Node 20 or later; this is ${process.version}.`)
if (['help', '--help', '-h'].includes(command)) console.log(help)
else if (['version', '--version', '-v'].includes(command)) console.log(version)
else if (services.includes(command)) await serve()
else if (tools.includes(command)) await runTool(command, args)
else if (adminCommands.includes(command)) await runTool('admin', [command, ...args])
else end(`There is no command ${command}.\n\n${help}`, 2)

async function serve() {
  const app = copyProgram()
  stopWithNpm()
  process.argv = [process.argv[0], join(app, 'server', 'start.mjs'), command]
  await import(pathToFileURL(process.argv[1]))
}

/** An npx that is ended passes no signal on, but the parent of this process changes. */
function stopWithNpm() {
  const npm = process.ppid
  if (!process.env.npm_execpath) return
  const watching = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watching)
    process.kill(process.pid, 'SIGTERM')
  }, 1000).unref()
}

/** Runs a command of an operator; the names of files are those of the folder in which this was called. */
async function runTool(tool, words) {
  const app = copyProgram()
  process.env.INIT_CWD = process.cwd()
  process.argv = [process.argv[0], join(app, 'scripts', 'command.mjs'), tool, ...words]
  await import(pathToFileURL(process.argv[1]))
}

/** Copies the program into the data folder unless it is there. @returns its folder */
function copyProgram() {
  const dataDir = resolve(process.env.DATA_DIR?.trim() || '.data')
  process.env.DATA_DIR = dataDir
  const source = join(here, 'app')
  const app = join(dataDir, `app-${version}-${readFileSync(join(here, 'app-hash'), 'utf8').trim()}`)
  if (existsSync(app)) return app
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const copy = `${app}.${process.pid}`
  try {
    cpSync(source, copy, { recursive: true })
    renameSync(copy, app)
  } catch (error) {
    rmSync(copy, { recursive: true, force: true })
    // Another process was first.
    if (!existsSync(app)) throw error
  }
  return app
}

function end(message, status = 1) {
  console.error(message)
  process.exit(status)
}
