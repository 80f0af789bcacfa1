import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { environment, findNode, modules, root, run } from './bootstrap.mjs'
import { step } from './steps.mjs'
import { isUsed } from './uses.mjs'

/*
 * The production build: the pages by Next, the processes and threads of server/ by esbuild. Without a bundle Node would
 * parse the package.json of a library again for each of its modules.
 */

/** The commands of an operator, which run with the code of the version that runs (scripts/command.mjs). */
const COMMANDS = ['scripts/admin.ts', 'scripts/rotate-secret.ts', 'scripts/renew-time-stamps.ts']
export const SOURCES = [
  'app',
  'components',
  'lib',
  'db',
  'server',
  'public',
  'sdk/src',
  'sdk/mcp',
  'scripts/admin',
]
export const SOURCE_FILES = [
  'package-lock.json',
  'next.config.ts',
  'next.pdf-viewer.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'proxy.tsx',
  'instrumentation.ts',
  ...COMMANDS,
]
/** The entry files of processes and threads; `entryFile` of lib/core/runtime/entry-file.ts finds them in the bundle. */
const ENTRIES = [
  'server/supervisor.ts',
  'server/prepare-database.ts',
  'server/web.ts',
  'server/worker.ts',
  'server/job.ts',
  'lib/workers/thread-entry.ts',
  'lib/keys/signers/pkcs11-process.ts',
  'lib/workers/process-entry.ts',
  'lib/workers/threads.ts',
  ...COMMANDS,
]
/** Libraries that read files beside them, or have native code. */
const EXTERNAL = ['next', '@napi-rs/canvas', '@node-rs/argon2', 'harfbuzzjs', 'pdfjs-dist', 'pg-native']
const brotli = promisify(brotliCompress)
/** The highest takes twice the time for 2 %. */
const BROTLI_QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
const PDFJS_FOLDERS = ['cmaps', 'standard_fonts', 'wasm', 'iccs']
/** The file in the folder of the pages that holds the hash of the sources they were built from, and what was built. */
const STAMP = 'paraph-sources'

/**
 * Builds what `npm start` runs, unless it was already built from the current sources; the pages only with `pages`, for
 * which `next start` serves the API too with `pages: 'and API'`.
 * @returns the folder of the bundle
 */
export function build(distDir, { pages }) {
  return runBuild(planBuild(distDir, { pages }))
}

/** What `build` has to do. */
export function planBuild(distDir, { pages }) {
  const sourcesHash = hashSources()
  const bundles = join(root, `${distDir}-server`)
  const folder = join(bundles, sourcesHash)
  const needsBundle = !existsSync(folder)
  const needsPages = Boolean(pages) && !arePagesBuilt(distDir, sourcesHash, pages)
  const isBuilt = !needsBundle && !needsPages
  return { distDir, pages, sourcesHash, bundles, folder, needsBundle, needsPages, isBuilt }
}

/** Does what was planned. @returns the folder of the bundle */
export async function runBuild(plan) {
  const { distDir, pages, sourcesHash, bundles, folder, needsBundle, needsPages, isBuilt } = plan
  await step('build', async (say) => {
    if (isBuilt) return 'up to date'
    say(needsPages ? 'the pages, once for each version' : 'the processes')
    await Promise.all([
      needsBundle && bundle(bundles, folder),
      needsPages && buildPages(distDir, sourcesHash, pages),
    ])
    return 'built'
  })
  return folder
}

/** Writes to a temporary folder and renames it when it is complete, because builds can run concurrently. */
async function bundle(bundles, folder) {
  const outdir = join(bundles, `new-${process.pid}`)
  await bundleFiles(ENTRIES, outdir)
  for (const other of listBundles(bundles)) if (other !== folder && !isUsed(other)) remove(other)
  try {
    renameSync(outdir, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    remove(outdir)
  }
}

/** The bundle in a folder from which a process runs, other than this one; undefined without one. */
export function findUsed(bundles, except) {
  return listBundles(bundles).find((bundle) => bundle !== except && isUsed(bundle))
}

/** The folders of complete bundles. */
export function listBundles(bundles) {
  const names = existsSync(bundles) ? readdirSync(bundles) : []
  return names.filter((name) => !name.startsWith('new-')).map((name) => join(bundles, name))
}

/** Bundles programs, given by their source files, into a folder of the project: libraries that stay outside are found there. */
export async function bundleFiles(entryPoints, outdir) {
  const { build, stop } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    outbase: '.',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    // Prefers ES modules: a dynamic import of a CommonJS module would have only the default export.
    mainFields: ['module', 'main'],
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    external: EXTERNAL,
    // Bundled CommonJS libraries call `require` for the modules of Node.
    banner: {
      js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
    },
    logLevel: 'error',
  })
  await stop()
}

function remove(folder) {
  rmSync(folder, { recursive: true, force: true })
}

/** Whether the pages are built, and the API with them if it is asked for: `npm start` serves pages of either kind. */
export function arePagesBuilt(distDir, sourcesHash, pages) {
  const stamp = join(root, distDir, STAMP)
  const built = existsSync(stamp) && readFileSync(stamp, 'utf8')
  return built === makeStamp(sourcesHash, 'and API') || built === makeStamp(sourcesHash, pages)
}

/** Says of which sources the folder has the pages, and whether the API is among them. */
export function stampPages(distDir, sourcesHash, pages) {
  writeFileSync(join(root, distDir, STAMP), makeStamp(sourcesHash, pages))
}

function makeStamp(sourcesHash, pages) {
  return pages === 'and API' ? `${sourcesHash} ${pages}` : sourcesHash
}

async function buildPages(distDir, sourcesHash, pages) {
  rmSync(join(root, distDir, STAMP), { force: true })
  const node = findNode()
  const next = join(modules, 'next', 'dist', 'bin', 'next')
  const pagesOnly = pages !== 'and API' && { NEXT_PAGES_ONLY: '1' }
  const env = environment(node, { NODE_ENV: 'production', NEXT_DIST_DIR: distDir, ...pagesOnly })
  await run(node, [next, 'build'], 'next build', env)
  await compressFiles(join(root, distDir, 'static'))
  await compressFiles(join(root, 'public', 'pdfjs'))
  stampPages(distDir, sourcesHash, pages)
}

/** Writes each script and style sheet once more in brotli, as `x.js.br`; server/static-files.ts sends it. */
async function compressFiles(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|mjs|css|svg)$/.test(name))
    .map((name) => join(folder, name))
  const compress = async (path) =>
    writeFileSync(`${path}.br`, await brotli(readFileSync(path), BROTLI_QUALITY))
  await Promise.all(paths.map(compress))
}

/** Copies the files of pdf.js that the browser loads to public/. */
export function copyPdfjs() {
  const from = join(modules, 'pdfjs-dist')
  const to = join(root, 'public', 'pdfjs')
  mkdirSync(to, { recursive: true })
  cpSync(join(from, 'build', 'pdf.worker.min.mjs'), join(to, 'pdf.worker.min.mjs'))
  for (const folder of PDFJS_FOLDERS) cpSync(join(from, folder), join(to, folder), { recursive: true })
}

function hashSources() {
  const hash = createHash('sha256')
  const add = (path) =>
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  for (const folder of SOURCES) {
    const paths = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
      .filter((path) => !path.includes('.test.') && !path.startsWith(join('public', 'pdfjs')))
    for (const path of paths.sort()) add(path)
  }
  for (const path of SOURCE_FILES) add(path)
  return hash.digest('hex').slice(0, 16)
}
