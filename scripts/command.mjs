import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { alone, environment, findNode, install, modules, root } from '../server/bootstrap.mjs'
import { readLock } from '../server/lock.mjs'
import { findRunning } from '../server/release.mjs'

/*
 * node scripts/command.mjs SCRIPT …: a command of an operator, with the code and the packages of the version that runs, which
 * may be an earlier one than that of the checkout. Where none runs, those of the checkout; where it has no packages, they
 * are installed first.
 */

const [script, ...words] = process.argv.slice(2)
const calledIn = process.env.INIT_CWD ?? process.cwd()
process.chdir(root)
const dataDir = resolve(process.env.DATA_DIR?.trim() || '.data')
const running = findRunning(dataDir)
// A service that is starting installs them itself. Those of another version may be in use in another container.
if (!running && !readLock(dataDir) && !existsSync(join(modules, '.package-lock.json')))
  await alone(() => install({ dev: false }))
const bundled = running && join(running.bundle, 'scripts', `${script}.mjs`)
// A service from before this version has no commands in its bundle.
const isBundled = bundled !== null && existsSync(bundled)
const node = findNode()
const child = spawn(node, [isBundled ? bundled : join('scripts', `${script}.ts`), ...words], {
  cwd: isBundled ? running.folder : root,
  env: environment(node, {
    DATA_DIR: dataDir,
    INIT_CWD: calledIn,
    ...(isBundled && { PARAPH_BUNDLE: running.bundle }),
  }),
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (status) => process.exit(status ?? 1))
