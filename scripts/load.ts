/** Creates, signs and seals processes while a script restarts or kills parts of the service, and checks the results. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyPdf } from '#lib/pades/verify'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { ParaphError, type SignatureProcess } from '../sdk/src/index.ts'
import { Client } from './client.ts'

const signerNames = ['Zoë Ångström', 'Иван Петров']
const PAUSE_MILLISECONDS = 300
const COMPLETION_TIMEOUT_SECONDS = 180

export interface Signing {
  id: number
  client: Client
  begunAt: number
  signers: SignatureProcess['signers']
  /** Ids of the signers for whose signature a successful response arrived. */
  accepted: Set<number>
  completedAt: number | null
}

export interface Failure {
  at: number
  reason: string
}

interface Pace {
  /** The pause after an error, and between two looks at whether a process is completed. */
  lookMilliseconds: number
  /** A process that takes longer is given up. */
  completionSeconds: number
  /** Whether signers get emails. */
  mails: boolean
  /** Whether signers sign one after the other, a pause apart; else at the same time. */
  oneByOne: boolean
}

const quickly: Pace = {
  lookMilliseconds: 50,
  completionSeconds: COMPLETION_TIMEOUT_SECONDS,
  mails: false,
  oneByOne: false,
}

export class Load {
  readonly signings: Signing[] = []
  readonly failures: Failure[] = []
  readonly #loops: Promise<void>[] = []
  readonly #pace: Pace
  #isStopping = false

  private constructor(pace: Pace) {
    this.#pace = pace
  }

  /** Starts `loops` parallel loops, each of which creates and completes processes of its own tenant. */
  static async start(url: string, loops: number): Promise<Load> {
    const pageLoad = new Load(quickly)
    const clients = await Promise.all(Array.from({ length: loops }, () => Client.signUp(url)))
    for (const client of clients) pageLoad.#loops.push(pageLoad.#loop(client))
    return pageLoad
  }

  /** Begins a process in every such interval, however many of the earlier ones are not completed. */
  static startSteadily(client: Client, milliseconds: number, pace: Pace): Load {
    const pageLoad = new Load(pace)
    const begin = () => pageLoad.#loops.push(pageLoad.#signOne(client))
    const timer = setInterval(() => (pageLoad.#isStopping ? clearInterval(timer) : begin()), milliseconds)
    begin()
    return pageLoad
  }

  /** Creates no more processes, and waits for the end of the current ones. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#loops)
  }

  async #loop(client: Client): Promise<void> {
    while (!this.#isStopping) {
      await this.#signOne(client)
      await sleep(PAUSE_MILLISECONDS)
    }
  }

  async #signOne(client: Client): Promise<void> {
    const signing = await this.#recordFailure(() => begin(client, this.#pace.mails))
    if (!signing) return
    this.signings.push(signing)
    await this.#complete(signing)
  }

  /** Signs for all signers, and again after errors, until the process is completed. */
  async #complete(signing: Signing): Promise<void> {
    const { lookMilliseconds, completionSeconds, oneByOne } = this.#pace
    for (
      const deadline = Date.now() + completionSeconds * 1000;
      Date.now() < deadline;
      await sleep(lookMilliseconds)
    ) {
      const isCompleted = await this.#recordFailure(() => proceed(signing, oneByOne))
      if (!isCompleted) continue
      signing.completedAt = Date.now()
      return
    }
  }

  /** The result of `work`, or null after an error, which is recorded. */
  async #recordFailure<T>(callback: () => Promise<T>): Promise<T | null> {
    try {
      return await callback()
    } catch (error) {
      this.failures.push({ at: Date.now(), reason: formatReason(error as Error) })
      return null
    }
  }
}

async function begin(client: Client, mails: boolean): Promise<Signing> {
  const begunAt = Date.now()
  const document = await client.upload(
    buildPdf({ pages: [{ mediaBox: [0, 0, 595, 842], text: `Agreement ${crypto.randomUUID()}` }] }),
    'a.pdf',
  )
  const { id, signers } = await client.send(document.id, signerNames, { type: 'parallel', mails })
  return { id, client, begunAt, signers, accepted: new Set(), completedAt: null }
}

/** Signs for the signers who have not signed, or one of them. @returns whether the process was already completed */
async function proceed({ id, client, accepted }: Signing, oneByOne: boolean): Promise<boolean> {
  const { status, signers } = await client.getProcess(id)
  if (status === 'completed') return true
  const unsigned = signers.filter((signer) => signer.status !== 'signed')
  const outcomes = await Promise.allSettled(
    unsigned.slice(0, oneByOne ? 1 : signers.length).map(async (signer) => {
      await client.sign(signer.signing_url!, signer.name)
      accepted.add(signer.id)
    }),
  )
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return false
}

function formatReason(error: Error): string {
  if (error instanceof ParaphError && error.status !== null)
    return `${error.status} ${error.code} ${error.message}`
  const failure = error instanceof ParaphError ? (error.cause as Error | undefined) : error
  const cause = failure?.cause as { code?: string; message?: string } | undefined
  return cause?.code ?? cause?.message ?? error.message
}

/** What is wrong with a process; null when each accepted signature is in the sealed file once and valid. */
export async function findFault({
  id,
  client,
  signers,
  accepted,
  completedAt,
}: Signing): Promise<string | null> {
  if (completedAt === null) return 'not completed'
  const trail = await client.request('GET /signature-processes/{id}/audit-trail', { path: { id } })
  const count = (type: string) => trail.data.events.filter((event) => event.type === type).length
  if (!trail.data.chain_valid) return 'the hash chain is broken'
  if (accepted.size > count('signature.completed')) return 'a signature is lost'
  if (count('signature.completed') !== signers.length) return `signed ${count('signature.completed')} times`
  if (count('process.completed') !== 1) return `completed ${count('process.completed')} times`
  const file = await client.downloadSigned(id)
  // The address is that of one process only.
  const vault = await client.request('GET /vault/documents', { query: { signer: signers[0]!.email } })
  if (vault.data.length !== 1) return `${vault.data.length} files in the vault`
  if (vault.data[0]!.sha256 !== createHash('sha256').update(file).digest('hex'))
    return 'the file is not that of the vault'
  const { signatures: all } = await verifyPdf(file)
  const signatures = all.filter(({ subFilter }) => subFilter !== 'ETSI.RFC3161')
  if (signatures.length !== signers.length + 2) return `${signatures.length} signatures in the file`
  return all.every((signature) => signature.valid) ? null : 'a signature is not valid'
}

/** Checks all processes and prints the errors. @returns the number of errors */
export async function verifyAll(signings: Signing[]): Promise<number> {
  const errors: string[] = []
  for (const signing of signings) {
    const error = await findFault(signing).catch((error: Error) => error.message)
    if (error) errors.push(`Process ${signing.id}: ${error}`)
  }
  console.log(
    `${signings.length - errors.length} of ${signings.length} processes completed once, with a valid chain and all signatures valid`,
  )
  for (const message of errors) console.log(message)
  return errors.length
}
