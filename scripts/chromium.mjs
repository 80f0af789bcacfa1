import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_PATH = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** The path of an installed Chromium; installs one if there is none. Null when that fails. */
export async function findChromium(root) {
  const given = process.env.CHROME_PATH
  if (given && existsSync(given)) return given
  const found = chromiumOfSystem() ?? (await chromiumOfPlaywright(root))
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env })
    spawnSync('apt-get', ['install', '-y', '-q', 'chromium'], { stdio: 'ignore', env })
    const installed = chromiumOfSystem()
    if (installed) return installed
  }
  try {
    const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
    execFileSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore' })
  } catch {
    return null
  }
  return chromiumOfPlaywright(root)
}

function chromiumOfSystem() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...paths, MAC_PATH].find((path) => existsSync(path)) ?? null
}

async function chromiumOfPlaywright(root) {
  const entry = pathToFileURL(join(root, 'node_modules', '@playwright', 'test', 'index.js')).href
  const { chromium } = (await import(entry)).default
  const path = chromium.executablePath()
  return existsSync(path) ? path : null
}
