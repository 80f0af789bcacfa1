import { spawn } from 'node:child_process'
import { accessSync, constants, realpathSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { stagingFolder } from '#lib/storage/store'
import type { TextDocumentType } from '../pdf/office/text-document.ts'
import { FairQueue } from './fair-queue.ts'
import { officeProfile } from './office-profile.ts'
import { canIsolate, isolatedCommand, workFolder } from './office-sandbox.ts'
import { ThreadError } from './thread-error.ts'

/** LibreOffice would choose a filter by the content: a web page named `.docx` would load its images. */
const inputFilters: Record<TextDocumentType, string> = {
  docx: 'MS Word 2007 XML',
  odt: 'writer8',
  html: 'HTML (StarWriter)',
}

const TIMEOUT_SECONDS = 45
const MAX_PROCESSOR_SECONDS = 60
const MAX_MEMORY_KILOBYTES = 4 * 1024 * 1024
/** The unit of `ulimit -f`. */
const BLOCK_BYTES = 512
/** LibreOffice may write files that are larger than the result may be, so that their size can be told. */
const MAX_FILE_FACTOR = 2
/** A variable of the shell refers to the parameters that follow the script. */
const limitedCommand = `ulimit -c 0
ulimit -t ${MAX_PROCESSOR_SECONDS}
ulimit -v ${MAX_MEMORY_KILOBYTES} 2>/dev/null
ulimit -f "$1"
shift
exec nice -n 10 "$@"`

/** One conversion at a time, as each takes a processor and hundreds of megabytes. */
const queue = new FairQueue({ slots: 1, maxWaiting: 8, maxWaitingOfGroup: 3 })

let isolationWorks: boolean | undefined

/** The path of LibreOffice; null when it is not installed, or cannot be isolated from network and files. */
export function officePath(): string | null {
  isolationWorks ??= canIsolate()
  if (!isolationWorks) return null
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const path = folders.map((folder) => join(folder, 'soffice')).find(isExecutable)
  return path ? realpathSync(path) : null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

interface OfficeOptions {
  /** The path of LibreOffice. */
  office: string
  tenantId: number
  maxBytes: number
  timeoutSeconds?: number
}

/**
 * Converts a checked text document to PDF with LibreOffice, in a new process with a profile of its own.
 * @returns `too_large` for a PDF of more than `maxBytes`, null when LibreOffice cannot convert it within the other limits
 * @throws ThreadError `busy` when too many documents are waiting
 */
export async function officeToPdf(
  bytes: Uint8Array,
  type: TextDocumentType,
  options: OfficeOptions,
): Promise<Uint8Array | 'too_large' | null> {
  await queue.enter(options.tenantId)
  try {
    return await convertInFolder(bytes, type, options)
  } finally {
    queue.leave(options.tenantId)
  }
}

async function convertInFolder(bytes: Uint8Array, type: TextDocumentType, options: OfficeOptions) {
  // Among the files of uploads, where what a killed process leaves is cleared after hours.
  await mkdir(stagingFolder(), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(stagingFolder(), 'office-'))
  try {
    for (const name of ['input', 'output', 'profile/user'])
      await mkdir(join(folder, name), { recursive: true })
    await writeFile(join(folder, 'profile/user/registrymodifications.xcu'), officeProfile)
    await writeFile(join(folder, `input/document.${type}`), bytes, { mode: 0o600 })
    await run(folder, type, options)
    return await readOutput(join(folder, 'output/document.pdf'), options.maxBytes)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readOutput(path: string, maxBytes: number): Promise<Uint8Array | 'too_large' | null> {
  const status = await stat(path).catch(() => null)
  if (!status || status.size === 0) return null
  return status.size > maxBytes ? 'too_large' : readFile(path)
}

/** Resolves when LibreOffice has ended, or was killed after the time limit with all processes that it started. */
function run(folder: string, type: TextDocumentType, options: OfficeOptions): Promise<void> {
  const { office, maxBytes, timeoutSeconds = TIMEOUT_SECONDS } = options
  const command = isolatedCommand(office, [
    `-env:UserInstallation=file://${workFolder}/profile`,
    '--headless',
    '--norestore',
    '--nolockcheck',
    '--nodefault',
    `--infilter=${inputFilters[type]}`,
    '--convert-to',
    'pdf:writer_pdf_Export',
    '--outdir',
    'output',
    `input/document.${type}`,
  ])
  const maxBlocks = String(Math.ceil((MAX_FILE_FACTOR * maxBytes) / BLOCK_BYTES))
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', limitedCommand, 'sh', maxBlocks, ...command], {
      cwd: folder,
      stdio: 'ignore',
      // A process group of its own, so that the kill reaches every process of LibreOffice.
      detached: true,
      env: environment(),
    })
    const kill = () => killGroup(child.pid)
    const timer = setTimeout(kill, timeoutSeconds * 1000)
    process.once('exit', kill)
    const end = () => {
      clearTimeout(timer)
      process.off('exit', kill)
      kill()
    }
    child.on('error', (error) => {
      end()
      reject(new ThreadError('crash', 'Processing of the document was interrupted.', { cause: error }))
    })
    child.on('exit', () => {
      end()
      resolve()
    })
  })
}

/** Nothing of the service's environment, which contains secrets. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, NODE_ENV } = process.env
  return { PATH, NODE_ENV, HOME: workFolder, TMPDIR: workFolder, LANG: 'C.UTF-8', SAL_USE_VCLPLUGIN: 'svp' }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}
