import { availableParallelism } from 'node:os'
import { FairQueue } from '#lib/core/fair-queue/fair-queue'
import { MarkedGroups } from '#lib/core/fair-queue/marked-groups'
import type { SignerLocale } from '#lib/core/locales'
import { errorText } from '#lib/messages/errors'
import type { TextDocumentType } from '#lib/office/check/text-document'
import { convertWithOffice, type OfficeLimits, OfficeStartError } from '#lib/office/convert'
import { stagingFolder } from '#lib/storage/store'
import { getGroup, type Requester } from './lanes.ts'
import {
  abandonedError,
  refusedError,
  ThreadError,
  threadErrorCode,
  timeoutError,
  workError,
} from './thread-error.ts'

/** One of the tries of a conversion: a document that takes longer than its limits allow waits for the next one. */
export interface OfficeTry extends OfficeLimits {
  queue: FairQueue
}

/** Each conversion takes a processor and hundreds of megabytes. */
const slots = Math.max(1, availableParallelism() >> 1)
/** Ordinary documents take one second; large ones skip this try. */
const quickTry: OfficeTry = {
  queue: new FairQueue({ slots, maxWaiting: 16, maxWaitingOfGroup: 3, refuse: refusedError }),
  timeoutSeconds: 30,
  processorSeconds: 3,
  niceIncrement: 10,
}
const slowTry: OfficeTry = {
  queue: new FairQueue({ slots: 1, maxWaiting: 16, maxWaitingOfGroup: 2, refuse: refusedError }),
  timeoutSeconds: 45,
  processorSeconds: 30,
  niceIncrement: 18,
}
/** How long the documents of a tenant skip the first try after one that was too slow for it. */
const slowGroups = new MarkedGroups(300_000)

interface OfficeOptions {
  /** The path of LibreOffice. */
  office: string
  requester: Exclude<Requester, 'job'>
  /** The language of the tenant. */
  locale: SignerLocale
  /** The name of the document without its extension, a safe name of a file. */
  name: string
  maxBytes: number
  /** Whether the document probably takes longer than most. */
  isLarge?: boolean
  tries?: [OfficeTry, ...OfficeTry[]]
}

/**
 * Converts a checked text document to PDF with LibreOffice, in the order of a queue.
 * @returns `too_large` for a PDF of more than `maxBytes`, null when LibreOffice cannot convert it
 * @throws ThreadError `busy` when too many documents are waiting, `work` when it takes too much processor time,
 * `timeout` when it took too long on a busy machine
 */
export async function officeToPdf(
  bytes: Uint8Array,
  type: TextDocumentType,
  options: OfficeOptions,
): Promise<Uint8Array | 'too_large' | null> {
  const [first, second] = options.tries ?? [quickTry, slowTry]
  const group = getGroup(options.requester)!
  if (!second || !(options.isLarge || slowGroups.has(group))) {
    try {
      return await convertOnce(bytes, type, options, first)
    } catch (error) {
      const code = threadErrorCode(error)
      if (!second || (code !== 'work' && code !== 'timeout')) throw error
      if (code === 'work') slowGroups.add(group)
    }
  }
  return convertOnce(bytes, type, options, second)
}

async function convertOnce(
  bytes: Uint8Array,
  type: TextDocumentType,
  { requester, office, locale, name, maxBytes }: OfficeOptions,
  { queue, ...limits }: OfficeTry,
): Promise<Uint8Array | 'too_large' | null> {
  const group = getGroup(requester)!
  const signal = 'signal' in requester ? requester.signal : undefined
  const convertInTurn = async () => {
    const parentFolder = stagingFolder()
    const options = { office, parentFolder, locale, name, maxBytes, limits, signal }
    const result = await convertWithOffice(bytes, type, options)
    if (result === 'abandoned') throw abandonedError()
    if (result === 'work') throw workError(limits.processorSeconds)
    if (result === 'timeout') throw timeoutError(limits.timeoutSeconds)
    return result === 'unreadable' ? null : result
  }
  try {
    return await queue.run(group, convertInTurn, signal)
  } catch (error) {
    if (!(error instanceof OfficeStartError)) throw error
    throw new ThreadError('crash', errorText('failures.interrupted'), { cause: error })
  }
}
