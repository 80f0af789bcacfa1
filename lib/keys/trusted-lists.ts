import { X509Certificate } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '#lib/core/clock'
import { type Env, env, SetupError } from '#lib/core/env'
import { log } from '#lib/core/log'
import { endFault, reportFault } from '#lib/core/runtime/faults'
import { singleton } from '#lib/core/runtime/singleton'
import { readCertificateFields } from '#lib/pades/cms/certificate'
import { readPem } from '#lib/pades/keys/certificate-path'
import type { TrustService } from '#lib/pades/trusted-lists/service'
import type { TrustedList } from '#lib/pades/trusted-lists/trusted-list'
import { inThread } from '#lib/workers/pdf-pool'

/** A service of a trusted list, and the list. */
export interface ListedService extends TrustService {
  /** Of the list, such as `BE`. */
  territory: string
  /** When the next list is issued at the latest, ISO 8601; null where no further one is. */
  nextUpdate: string | null
}

/** A certificate that stands for services of trusted lists. */
interface ListedCertificate {
  certificate: X509Certificate
  services: ListedService[]
}

/** The services of the trusted lists by the subject, DER, of their certificates. */
type ListedServices = Map<string, { der: Uint8Array; services: ListedService[] }[]>

/** What was read of the folder. */
interface Lists {
  services: ListedServices
  /** The newest list of each territory. */
  newest: Pick<TrustedList, 'territory' | 'nextUpdate'>[]
}

const none: Lists = { services: new Map(), newest: [] }

/** The files of the folder are looked at again after this time. */
const RELOAD_MILLISECONDS = 60_000
/** Without verifications they are looked at so often: the alert of a fault that is noticed less often ends meanwhile. */
const LOOK_MILLISECONDS = 300_000
/** The largest national lists have 5 MB. */
const MAX_LIST_BYTES = 32 * 1024 * 1024

interface Loaded {
  folder: string | null
  /** Names, sizes and times of the files that were read. */
  state: string
  checkedAt: number
  lists: Promise<Lists>
}

const loaded = singleton(
  'keys.trustedLists',
  (): Loaded => ({ folder: null, state: '', checkedAt: 0, lists: Promise.resolve(none) }),
)

/** Checks the folder of trusted lists at the start. @throws SetupError when it cannot be read */
export async function checkTrustedLists({ trustedLists }: Pick<Env, 'trustedLists'> = env()): Promise<void> {
  if (trustedLists === null) return
  await listFiles(trustedLists).catch((error: Error) => {
    throw new SetupError(`TRUSTED_LISTS: ${error.message}`)
  })
}

/** Begins to read the trusted lists, which takes seconds, and looks at them from now on, so that one that ends is a fault. */
export function startReadingTrustedLists(): void {
  if (env().trustedLists === null) return
  void loadLists()
  setInterval(() => void loadLists(), LOOK_MILLISECONDS).unref()
}

/** The certificates in trusted lists with one of these names; empty without lists. */
export async function findListedCertificates(subjects: Iterable<Uint8Array>): Promise<ListedCertificate[]> {
  const { services } = await loadLists()
  const keys = new Set([...subjects].map(toKey))
  return [...keys].flatMap((key) =>
    (services.get(key) ?? []).map(({ der, services: listed }) => ({
      certificate: new X509Certificate(der),
      services: listed,
    })),
  )
}

/** The newest trusted list of each territory, and when its next one is issued at the latest (ISO 8601); empty without lists. */
export async function listTrustedLists(): Promise<Lists['newest']> {
  return (await loadLists()).newest
}

function toKey(name: Uint8Array): string {
  return Buffer.from(name).toString('base64')
}

/** The lists; where the folder cannot be read, the earlier ones. */
async function loadLists(): Promise<Lists> {
  await refreshLists().catch((error: unknown) =>
    reportFault('file_unreadable', { subject: 'TRUSTED_LISTS', err: error }),
  )
  return env().trustedLists === null ? none : loaded.lists
}

/** Reads the lists where their files have changed; meanwhile the earlier ones count. Reports those that have ended. */
async function refreshLists(): Promise<void> {
  const folder = env().trustedLists
  if (folder === null) return
  const isFresh = loaded.folder === folder && performance.now() - loaded.checkedAt < RELOAD_MILLISECONDS
  if (isFresh) return
  loaded.checkedAt = performance.now()
  const files = await listFiles(folder)
  endFault('file_unreadable', 'TRUSTED_LISTS')
  const state = files.map(({ path, size, changedAt }) => `${path} ${size} ${changedAt}`).join('\n')
  if (loaded.folder === folder && loaded.state === state) return reportOutdated(await loaded.lists)
  const isFirst = loaded.folder !== folder
  Object.assign(loaded, { folder, state })
  const next = readLists(files.map(({ path }) => path))
  if (isFirst) loaded.lists = next
  else next.then((lists) => Object.assign(loaded, { lists: Promise.resolve(lists) }))
}

async function listFiles(folder: string) {
  const names = (await readdir(folder)).filter((name) => /\.(xml|pem)$/i.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const { size, mtimeMs } = await stat(path)
      return { path, size, changedAt: mtimeMs }
    }),
  )
}

/** Reads the lists, one after the other, and keeps those that may be believed. Never fails: the log says what is wrong. */
async function readLists(paths: string[]): Promise<Lists> {
  const lists: { path: string; list: TrustedList }[] = []
  const anchors: Uint8Array[] = []
  const report = (path: string, error: unknown) =>
    reportFault('file_unreadable', { subject: path, variable: 'TRUSTED_LISTS', err: error })
  for (const path of paths) {
    try {
      if ((await stat(path)).size > MAX_LIST_BYTES) throw new Error('The file is too large.')
      if (/\.pem$/i.test(path)) {
        anchors.push(...readPem(await readFile(path, 'utf8')))
        endFault('file_unreadable', path)
      } else lists.push({ path, list: await inThread.readTrustedList(path) })
    } catch (error) {
      report(path, error)
    }
  }
  const believed = findBelieved(lists, anchors)
  for (const { path } of believed) endFault('file_unreadable', path)
  for (const { path } of lists.filter((one) => !believed.includes(one)))
    report(
      path,
      new Error('Neither a certificate in the folder nor the list of the lists vouches for who signed it.'),
    )
  log().info({ lists: believed.length }, 'the trusted lists have been read')
  const newest = findNewest(believed.map(({ list }) => list))
  reportOutdated({ newest })
  return { services: indexServices(newest), newest }
}

function reportOutdated({ newest }: Pick<Lists, 'newest'>): void {
  for (const { territory: subject, nextUpdate } of newest)
    if (nextUpdate !== null && new Date(nextUpdate) < now())
      reportFault('trusted_list_outdated', { subject, nextUpdate })
    else endFault('trusted_list_outdated', subject)
}

/** Those whose signers have a certificate in the folder, and those that the newest such list of the lists points to. */
function findBelieved(lists: { path: string; list: TrustedList }[], anchors: Uint8Array[]) {
  const isOneOf = (certificates: Uint8Array[], signer: Uint8Array) =>
    certificates.some((certificate) => Buffer.compare(certificate, signer) === 0)
  const anchored = lists.filter(({ list }) => isOneOf(anchors, list.signer))
  const pointers = findNewest(anchored.map(({ list }) => list)).flatMap(({ otherSigners }) => otherSigners)
  const pointed = lists.filter(({ list }) => {
    const signers = pointers.filter(({ territory }) => territory === list.territory)
    return isOneOf(
      signers.map(({ certificate }) => certificate),
      list.signer,
    )
  })
  return [...new Set([...anchored, ...pointed])]
}

/** Of several lists of one territory the newest counts. */
function findNewest(lists: TrustedList[]): TrustedList[] {
  const newest = new Map<string, TrustedList>()
  for (const list of lists)
    if ((newest.get(list.territory)?.sequenceNumber ?? -1) < list.sequenceNumber)
      newest.set(list.territory, list)
  return [...newest.values()]
}

function indexServices(lists: TrustedList[]): ListedServices {
  const index: ListedServices = new Map()
  for (const { territory, nextUpdate, services } of lists)
    for (const service of services)
      for (const der of service.certificates) addService(index, der, { ...service, territory, nextUpdate })
  return index
}

function addService(index: ListedServices, der: Uint8Array, service: ListedService): void {
  let key: string
  try {
    key = toKey(readCertificateFields(der).subject)
    void new X509Certificate(der)
  } catch {
    // A list may have a certificate that this version of Node.js cannot read.
    return
  }
  const sameName = index.get(key) ?? []
  index.set(key, sameName)
  const known = sameName.find((one) => Buffer.compare(one.der, der) === 0)
  if (known) known.services.push(service)
  else sameName.push({ der, services: [service] })
}
