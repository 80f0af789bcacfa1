import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Pack, pack } from 'tar-stream'
import { BACKUP_LOCK } from '#db/backup-lock'
import { connect } from '#db/connection/client'
import { sha256Hex } from '#lib/core/ids'
import { encryptBackup } from './encryption.ts'

/** The last entries of the archive: together they have the SHA-256 of every other file in it, by its name. */
export const MANIFEST = 'manifest.json'
/** A string of V8 has at most 512 MB. */
const NAMES_PER_MANIFEST = 100_000
const DATABASE = 'postgres'
const FILES = 'files'
const PASSWORD = 'postgres-password'
/** What an archive has, and a restore replaces, of a data folder: all else there belongs to the operator or the start. */
export const ARCHIVED = [FILES, DATABASE, PASSWORD]
/** Folders of PostgreSQL whose contents are not copied (“Making a Base Backup Using the Low Level API”). */
const EMPTIED = [
  ...['pg_wal', 'pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial'],
  ...['pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
]
const OMITTED = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init|backup_label.*)$/
const READ_BYTES = 262_144

type Session = ReturnType<typeof connect>

export interface Backup {
  files: number
  bytes: number
}

/**
 * Writes a backup of the data folder of a running service into one encrypted file: the embedded PostgreSQL as of the end
 * of its copy, and every stored file that it refers to. Meanwhile the service works as usual, but removes no stored file.
 *
 * @param url of the superuser
 * @param secret APP_SECRET, which is not in the backup and is needed to restore it
 * @param assertOpens throws where the secret is not one of the database; called once none can be retired until the end
 * @param path of the new file; it has this name once it is complete
 * @param namesPerManifest how many files are listed in one JSON text
 */
export async function createBackup({
  dataDir,
  url,
  secret,
  path,
  signal,
  assertOpens = async () => {},
  namesPerManifest = NAMES_PER_MANIFEST,
}: {
  dataDir: string
  url: string
  secret: string
  path: string
  signal?: AbortSignal
  assertOpens?: () => Promise<void>
  namesPerManifest?: number
}): Promise<Backup> {
  const partial = `${path}.${process.pid}.part`
  const archive = new Archive(dataDir)
  // One connection until the end: the lock, the slot and the base backup belong to its session.
  const session = connect(url, {
    max: 1,
    max_lifetime: null,
    connection: { application_name: 'paraph-backup' },
  })
  try {
    const file = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
    await Promise.all([
      pipeline(archive.tar, (tar: AsyncIterable<Uint8Array>) => encryptBackup(tar, secret), file, { signal }),
      fill(archive, session, { assertOpens, namesPerManifest }).catch((error: Error) =>
        archive.tar.destroy(error),
      ),
    ])
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    await session.end({ timeout: 1 })
  }
  return { files: archive.hashes.size, bytes: archive.bytes }
}

async function fill(
  archive: Archive,
  session: Session,
  { assertOpens, namesPerManifest }: { assertOpens: () => Promise<void>; namesPerManifest: number },
): Promise<void> {
  await session`select pg_advisory_lock(${BACKUP_LOCK})`
  await assertOpens()
  await archive.addFolder(FILES)
  await addDatabase(archive, session)
  // Those stored meanwhile: the copy of the database may refer to them.
  await archive.addFolder(FILES)
  await archive.addFile(PASSWORD)
  archive.finish(namesPerManifest)
}

/** A base backup: the files as they are while they change, and the write-ahead log that makes them consistent. */
async function addDatabase(archive: Archive, session: Session): Promise<void> {
  // Keeps the log from the start on, until the session ends.
  await session`select pg_create_physical_replication_slot('paraph_backup', true, true)`
  const [start] = await session`select pg_backup_start('paraph', true) as lsn`
  await archive.addFolder(DATABASE, { omit: OMITTED, empty: EMPTIED })
  const [stop] = await session`select lsn, labelfile from pg_backup_stop(false)`
  archive.addText(`${DATABASE}/backup_label`, stop!.labelfile)
  const [wal] = await session<{ first: string; last: string }[]>`
    select pg_walfile_name(${start!.lsn}::pg_lsn) as first, pg_walfile_name(${stop!.lsn}::pg_lsn) as last`
  const segments = await readdir(join(archive.root, DATABASE, 'pg_wal'))
  for (const segment of segments.sort())
    if (/^[0-9A-F]{24}$/.test(segment) && segment >= wal!.first && segment <= wal!.last)
      await archive.addFile(`${DATABASE}/pg_wal/${segment}`)
}

/** A tar archive of a folder, in which each file stands once. */
class Archive {
  readonly tar: Pack = pack()
  readonly hashes = new Map<string, string>()
  readonly root: string
  bytes = 0

  constructor(root: string) {
    this.root = root
  }

  /** Adds what the archive does not have yet. @param empty folders whose files are left out */
  async addFolder(
    folder: string,
    { omit, empty = [] }: { omit?: RegExp; empty?: string[] } = {},
  ): Promise<void> {
    for (const entry of await readFolder(join(this.root, folder))) {
      const name = `${folder}/${entry.name}`
      if (omit?.test(entry.name)) continue
      if (entry.isDirectory()) {
        this.tar.entry({ name, type: 'directory', mode: 0o700 })
        const isEmptied = empty.includes(relative(folder.split('/')[0]!, name))
        await this.addFolder(name, { omit: isEmptied ? /^/ : omit, empty })
      } else if (entry.isFile() && !this.hashes.has(name)) await this.addFile(name)
    }
  }

  /** Adds a file, which may change or be removed meanwhile. */
  async addFile(name: string): Promise<void> {
    const handle = await open(join(this.root, name)).catch(nullWithoutFile)
    if (!handle) return
    try {
      const { size } = await handle.stat()
      const hash = createHash('sha256')
      await pipeline(readExactly(handle, size, hash), this.tar.entry({ name, size, mode: 0o600 }))
      this.hashes.set(name, hash.digest('hex'))
      this.bytes += size
    } finally {
      await handle.close()
    }
  }

  addText(name: string, text: string): void {
    this.tar.entry({ name, mode: 0o600 }, text)
    this.hashes.set(name, sha256Hex(text))
  }

  finish(namesPerManifest: number): void {
    const hashes = [...this.hashes]
    for (let first = 0; first < hashes.length; first += namesPerManifest) {
      const manifest = Object.fromEntries(hashes.slice(first, first + namesPerManifest))
      this.tar.entry({ name: MANIFEST, mode: 0o600 }, JSON.stringify(manifest))
    }
    this.tar.finalize()
  }
}

async function readFolder(path: string) {
  return (await readdir(path, { withFileTypes: true }).catch(nullWithoutFile)) ?? []
}

function nullWithoutFile(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** `size` bytes from the beginning of a file; zeros for what it has lost, which the write-ahead log brings back. */
async function* readExactly(handle: FileHandle, size: number, hash: ReturnType<typeof createHash>) {
  for (let position = 0; position < size; ) {
    const length = Math.min(READ_BYTES, size - position)
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position)
    const bytes = bytesRead > 0 ? buffer.subarray(0, bytesRead) : buffer
    hash.update(bytes)
    yield bytes
    position += bytes.length
  }
}
