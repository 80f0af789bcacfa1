import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import type { SignerLocale } from '#lib/core/locales'
import type { TextDocumentType } from './check/text-document.ts'
import { fontConfiguration } from './fonts.ts'
import { officeProfile } from './profile.ts'
import { findIsolationProblem, isolatedCommand, workFolder } from './sandbox.ts'

/** LibreOffice would choose a filter by the content: a web page named `.docx` would load its images. */
const inputFilters: Record<TextDocumentType, string> = {
  docx: 'MS Word 2007 XML',
  odt: 'writer8',
  html: 'HTML (StarWriter)',
}

const MAX_MEMORY_KILOBYTES = 4 * 1024 * 1024
/** The unit of `ulimit -f`. */
const BLOCK_BYTES = 512
/** LibreOffice may write files that are larger than the result may be, so that their size can be told. */
const MAX_FILE_FACTOR = 2
/**
 * The system counts up to this share less of a process's time than `ulimit` on a busy machine, as it counts in steps.
 */
const UNCOUNTED_SHARE = 0.2
/**
 * Writes the processor time at the end, of what ran in all. A variable of the shell refers to the parameters that
 * follow the script.
 */
const limitedCommand = `ulimit -c 0
ulimit -t "$1"
ulimit -v ${MAX_MEMORY_KILOBYTES} 2>/dev/null
ulimit -f "$2"
increment=$3
shift 3
nice -n "$increment" "$@" > /dev/null
times`

let isolationWorks: boolean | undefined

/** The path of LibreOffice; null when it is not installed, or cannot be isolated from network and files. */
export function officePath(): string | null {
  isolationWorks ??= findIsolationProblem() === null
  return isolationWorks ? findOffice() : null
}

/** The path of LibreOffice, isolated or not; null when it is not installed. */
export function findOffice(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const path = folders.map((folder) => join(folder, 'soffice')).find(isExecutable)
  return path ? realpathSync(path) : null
}

/** Whether LibreOffice has Writer without Math, its program for equations: they are left out of a PDF then. */
export function lacksEquations(office: string): boolean {
  const [hasWriter, hasMath] = ['libswlo.so', 'libsmlo.so'].map((name) =>
    existsSync(join(dirname(office), name)),
  )
  return hasWriter! && !hasMath
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface OfficeLimits {
  timeoutSeconds: number
  processorSeconds: number
  niceIncrement: number
}

interface ConvertOptions {
  /** The path of LibreOffice. */
  office: string
  /** Where the working folder is made; what a killed process leaves there is cleared by others. */
  parentFolder: string
  /** The language of the tenant. */
  locale: SignerLocale
  /** The name of the document without its extension, a safe name of a file: fields such as FILENAME of Word show it. */
  name: string
  maxBytes: number
  limits: OfficeLimits
  signal: AbortSignal | undefined
}

/** The PDF, or why there is none: it has more than `maxBytes`, LibreOffice cannot read the document, or was stopped. */
export type OfficeResult = Uint8Array | 'too_large' | 'unreadable' | 'work' | 'timeout' | 'abandoned'

/** LibreOffice could not be started. */
export class OfficeStartError extends Error {}

/** The regions of the languages use A4. */
const regions: Record<SignerLocale, string> = {
  ...{
    en: 'en-GB',
    fr: 'fr-FR',
    de: 'de-DE',
    es: 'es-ES',
    it: 'it-IT',
    pt: 'pt-PT',
    nl: 'nl-NL',
    pl: 'pl-PL',
  },
  ...{
    cs: 'cs-CZ',
    sv: 'sv-SE',
    tr: 'tr-TR',
    uk: 'uk-UA',
    el: 'el-GR',
    ar: 'ar-EG',
    he: 'he-IL',
    hi: 'hi-IN',
  },
  ...{ ja: 'ja-JP', zh: 'zh-CN' },
}

/**
 * Converts a checked text document to PDF with LibreOffice, in a new process with a profile of its own.
 * @throws OfficeStartError
 */
export async function convertWithOffice(
  bytes: Uint8Array,
  type: TextDocumentType,
  options: ConvertOptions,
): Promise<OfficeResult> {
  const { parentFolder, locale, name, maxBytes, limits, signal } = options
  const input = `input/${name}.${type}`
  await mkdir(parentFolder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(parentFolder, 'office-'))
  try {
    await mkdir(join(folder, 'input'))
    await mkdir(join(folder, 'output'))
    await mkdir(join(folder, 'profile/user'), { recursive: true })
    await writeFile(join(folder, 'profile/user/registrymodifications.xcu'), officeProfile(regions[locale]))
    await writeFile(join(folder, 'fonts.conf'), fontConfiguration)
    await writeFile(join(folder, input), bytes, { mode: 0o600 })
    const { processorSeconds, isTimedOut } = await run(folder, input, type, options)
    if (signal?.aborted) return 'abandoned'
    const output = await readOutput(join(folder, 'output'), maxBytes)
    if (output !== null) return output
    if (processorSeconds > limits.processorSeconds * (1 - UNCOUNTED_SHARE)) return 'work'
    return isTimedOut ? 'timeout' : 'unreadable'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The PDF in a folder. */
async function readOutput(folder: string, maxBytes: number): Promise<Uint8Array | 'too_large' | null> {
  const name = (await readdir(folder)).find((file) => file.endsWith('.pdf'))
  if (name === undefined) return null
  const path = join(folder, name)
  const status = await stat(path).catch(() => null)
  if (!status || status.size === 0) return null
  return status.size > maxBytes ? 'too_large' : readFile(path)
}

interface Usage {
  /** Of all processes; 0 if they were killed. */
  processorSeconds: number
  isTimedOut: boolean
}

/** Resolves when LibreOffice has ended, or was killed after the time limit with all processes that it started. */
function run(
  folder: string,
  input: string,
  type: TextDocumentType,
  { office, maxBytes, limits: { timeoutSeconds, processorSeconds, niceIncrement }, signal }: ConvertOptions,
): Promise<Usage> {
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
    input,
  ])
  const maxBlocks = Math.ceil((MAX_FILE_FACTOR * maxBytes) / BLOCK_BYTES)
  const limits = [processorSeconds, maxBlocks, niceIncrement].map(String)
  return new Promise((resolve, reject) => {
    // The shell, too, is killed when the service ends.
    const shell = ['--pdeathsig', 'KILL', '/bin/sh', '-c', limitedCommand, 'sh']
    const child = spawn('setpriv', [...shell, ...limits, ...command], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      // A process group of its own, so that the kill reaches every process of LibreOffice.
      detached: true,
      env: environment(),
    })
    const kill = () => killGroup(child.pid)
    let isTimedOut = false
    const timer = setTimeout(() => {
      isTimedOut = true
      kill()
    }, timeoutSeconds * 1000)
    let times = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      times += text
    })
    process.once('exit', kill)
    signal?.addEventListener('abort', kill)
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', kill)
      process.off('exit', kill)
      kill()
    }
    child.on('error', (error) => {
      end()
      reject(new OfficeStartError('LibreOffice could not be started.', { cause: error }))
    })
    child.on('exit', end)
    child.on('close', () => resolve({ processorSeconds: sumTimes(times), isTimedOut }))
  })
}

/** The sum of the times that `times` of the shell writes, such as `0m1.980s`, in seconds. */
function sumTimes(times: string): number {
  const found = [...times.matchAll(/(\d+)m([\d.]+)s/g)]
  return found.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
}

/** Nothing of the service's environment, which contains secrets. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, NODE_ENV } = process.env
  const folders = { HOME: workFolder, TMPDIR: workFolder, FONTCONFIG_FILE: `${workFolder}/fonts.conf` }
  return { PATH, NODE_ENV, ...folders, LANG: 'C.UTF-8', SAL_USE_VCLPLUGIN: 'svp' }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}
