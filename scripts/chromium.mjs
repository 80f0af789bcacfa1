import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Chromium without windows, as Debian names it: a journey takes two thirds of the processor time. */
const SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_PATH = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
/** A machine without a network need not wait long. */
const APT_OPTIONS = ['-q', '-y', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']

/** The path of an installed Chromium; installs one if there is none. Null when that fails. */
export async function findChromium(root) {
  const given = process.env.CHROME_PATH
  if (given && existsSync(given)) return given
  return (
    findProgram([SHELL]) ??
    installShell() ??
    findProgram(NAMES) ??
    [MAC_PATH].find((path) => existsSync(path)) ??
    (await chromiumOfPlaywright(root)) ??
    (await installChromiumOfPlaywright(root))
  )
}

function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync) ?? null
}

/** Only root may, on Debian and what is made of it. */
function installShell() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  if (!apt('install', SHELL)) {
    apt('update')
    apt('install', SHELL)
  }
  return findProgram([SHELL])
}

function apt(...words) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', [...APT_OPTIONS, ...words], { stdio: 'ignore', env }).status === 0
}

async function installChromiumOfPlaywright(root) {
  try {
    const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
    execFileSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore' })
  } catch {
    return null
  }
  return chromiumOfPlaywright(root)
}

async function chromiumOfPlaywright(root) {
  const entry = pathToFileURL(join(root, 'node_modules', '@playwright', 'test', 'index.js')).href
  const { chromium } = (await import(entry)).default
  const path = chromium.executablePath()
  return existsSync(path) ? path : null
}
