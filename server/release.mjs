import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isInstalled, modules, root } from './bootstrap.mjs'
import { listBundles, SOURCE_FILES, SOURCES } from './build.mjs'
import { readLock, releaseLock, waitForLock } from './lock.mjs'
import { step } from './steps.mjs'
import { isUsed, listUses } from './uses.mjs'

/*
 * A version that is built beside a service that runs, in a folder of its own with its packages, because the processes
 * that run still read the files of theirs.
 */

/** Where `next build` and `npm start` write, in a release as in a checkout. */
const DIST_DIR = '.next'
/** The file in a release that says that it was built to its end, and lists the static files of its own. */
const BUILT = 'built'

/** The folder of this version where it was built beside the service of a data folder; null when it was not. */
export function findRelease(dataDir, version) {
  const folder = join(releasesFolder(dataDir), version)
  return existsSync(join(folder, BUILT)) ? folder : null
}

/**
 * The folder and the bundle of the version that runs on a data folder: that of its service, or else that of the web or
 * worker process that was started last.
 * @returns null where none does
 */
export function findRunning(dataDir) {
  const { version, distFolder } = readLock(dataDir) ?? {}
  if (version && distFolder)
    return { folder: dirname(distFolder), bundle: join(`${distFolder}-server`, version) }
  const dists = [
    ...listReleases(dataDir).map((name) => join(releasesFolder(dataDir), name, DIST_DIR)),
    join(root, process.env.NEXT_DIST_DIR || DIST_DIR),
  ]
  const running = dists.flatMap((dist) =>
    listBundles(`${dist}-server`).flatMap((bundle) =>
      listUses(bundle)
        .filter((use) => use.dataDir === dataDir)
        .map(({ since }) => ({ folder: dirname(dist), bundle, since })),
    ),
  )
  return running.sort((a, b) => b.since - a.since)[0] ?? null
}

/** The variables with which the processes of a release run. */
export function releaseVariables(folder, version) {
  const bundle = join(folder, `${DIST_DIR}-server`, version)
  return {
    NEXT_DIST_DIR: DIST_DIR,
    PARAPH_BUNDLE: bundle,
    NODE_COMPILE_CACHE: join(bundle, 'compile-cache'),
  }
}

/**
 * Copies the sources of this checkout and links the packages, then builds with the code of the copy, unless another
 * process does: then it waits for that. Releases from which nothing runs are removed.
 * @returns the folder
 */
export async function buildRelease(dataDir, version) {
  const releases = releasesFolder(dataDir)
  mkdirSync(releases, { recursive: true })
  await waitForLock(releases)
  try {
    return findRelease(dataDir, version) ?? (await copyAndBuild(dataDir, version))
  } finally {
    releaseLock(releases)
  }
}

async function copyAndBuild(dataDir, version) {
  const releases = releasesFolder(dataDir)
  const folder = join(releases, version)
  const service = readLock(dataDir)
  await step('copy', async () => {
    for (const name of listReleases(dataDir)) {
      // The build of one that is not complete was broken off.
      const isNeeded =
        findRelease(dataDir, name) && [service?.version, service?.supervisorVersion].includes(name)
      if (!isNeeded && !isUsed(releaseVariables(join(releases, name), name).PARAPH_BUNDLE))
        rmSync(join(releases, name), { recursive: true })
    }
    mkdirSync(folder, { recursive: true })
    for (const path of [...SOURCES, ...SOURCE_FILES, 'package.json'])
      cpSync(join(root, path), join(folder, path), { recursive: true })
    if (isInstalled(true)) linkTree(modules, join(folder, 'node_modules'))
    return 'beside what runs'
  })
  const child = spawn(process.execPath, ['server/start.mjs', 'build'], {
    cwd: folder,
    env: { ...process.env, NEXT_DIST_DIR: DIST_DIR },
    stdio: 'inherit',
  })
  const status = await new Promise((resolve) => child.once('exit', resolve))
  if (status !== 0) throw new Error('The new version was not built; the old one runs on.')
  // The folder of the bundle is named after its sources.
  if (!existsSync(releaseVariables(folder, version).PARAPH_BUNDLE))
    throw new Error('The sources have changed meanwhile: start again.')
  writeFileSync(join(folder, BUILT), JSON.stringify(listStaticFiles(join(folder, DIST_DIR))))
  return folder
}

/**
 * Has a release serve the scripts and style sheets of the version before it, which open pages still load, but not those
 * that this one has of earlier versions.
 */
export function keepStaticFiles(folder, earlierDist) {
  const built = join(dirname(earlierDist), BUILT)
  // A checkout has none but its own; a release of an earlier version has no list.
  const list = existsSync(built) ? readFileSync(built, 'utf8') : ''
  for (const file of list ? JSON.parse(list) : listStaticFiles(earlierDist)) {
    const target = join(folder, DIST_DIR, 'static', file)
    if (existsSync(target)) continue
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(join(earlierDist, 'static', file), target)
  }
}

/** Their paths below `static`. */
function listStaticFiles(dist) {
  const folder = join(dist, 'static')
  return readdirSync(folder, { recursive: true }).filter((path) => statSync(join(folder, path)).isFile())
}

/** Services with other data folders may run from this checkout, too. */
function releasesFolder(dataDir) {
  return join(root, '.next-releases', createHash('sha256').update(dataDir).digest('hex').slice(0, 8))
}

/** Their names, which are their versions. */
function listReleases(dataDir) {
  const folder = releasesFolder(dataDir)
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** Copies a folder, as hard links where the system allows them: these take no space. */
function linkTree(from, to) {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkOrCopy(source, target)
  }
}

function linkOrCopy(source, target) {
  try {
    linkSync(source, target)
  } catch {
    // Linux links no files of another user.
    copyFileSync(source, target)
  }
}
