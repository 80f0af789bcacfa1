import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { giveToServer, RESTORING } from '#db/embedded/embedded'
import { ignoreUnhandled } from '#lib/core/runtime/promises'
import { ARCHIVED, type Backup, MANIFEST } from './create.ts'
import { BackupError, decryptBackup, HEADER_BYTES } from './encryption.ts'

/**
 * Restores a backup into a data folder that holds no data; every file is compared with its hash before
 * any gets its place. The next start of the service brings the database to its consistent state. What else is in the
 * folder, such as the secret and key files, stays as it is.
 *
 * @param secret the APP_SECRET that the backup was made with
 * @throws BackupError
 */
export async function restoreBackup({
  path,
  dataDir,
  secret,
}: {
  path: string
  dataDir: string
  secret: string
}): Promise<Backup> {
  const root = resolve(dataDir)
  if (resolve(path).startsWith(root + sep))
    throw new BackupError(`The backup is in ${root}, which has to be new: put it elsewhere.`)
  const temporary = join(root, RESTORING)
  await mkdir(root, { recursive: true, mode: 0o700 })
  const names = await readdir(root)
  const data = names.filter((name) => ARCHIVED.includes(name))
  // A restore that was interrupted: the data is its own.
  if (names.includes(RESTORING))
    for (const name of [...data, RESTORING]) await rm(join(root, name), { recursive: true, force: true })
  else if (data.length > 0)
    throw new BackupError(`${root} is in use (${data.join(', ')}): set DATA_DIR to a new folder.`)
  await mkdir(temporary, { mode: 0o700 })
  try {
    const backup = await unpack(path, temporary, secret)
    for (const name of await readdir(temporary)) await rename(join(temporary, name), join(root, name))
    await giveToServer(root)
    return backup
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

async function unpack(path: string, folder: string, secret: string): Promise<Backup> {
  const hashes = new Map<string, string>()
  let bytes = 0
  const manifest = new Map<string, string>()
  const archive = extract()
  const unpacked = ignoreUnhandled(pipeline(Readable.from(readBackup(path, secret)), archive))
  for await (const entry of archive) {
    const { name, type, size = 0 } = entry.header
    const target = resolve(folder, name)
    if (!target.startsWith(folder + sep)) throw new BackupError(`The backup has a file outside: ${name}.`)
    if (name === MANIFEST)
      for (const [file, sha256] of Object.entries<string>(JSON.parse(await text(entry))))
        manifest.set(file, sha256)
    else if (type === 'directory') {
      await mkdir(target, { recursive: true, mode: 0o700 })
      entry.resume()
    } else {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const hash = createHash('sha256')
      const file = createWriteStream(target, { mode: 0o600, flush: true })
      await pipeline(entry, hashInto(hash), file)
      hashes.set(name, hash.digest('hex'))
      bytes += size
    }
  }
  await unpacked
  check(hashes, manifest)
  return { files: hashes.size, bytes }
}

function hashInto(hash: ReturnType<typeof createHash>) {
  return async function* (stream: AsyncIterable<Uint8Array>) {
    for await (const piece of stream) {
      hash.update(piece)
      yield piece
    }
  }
}

function check(hashes: Map<string, string>, manifest: Map<string, string>): void {
  const wrong = [...manifest.keys()].find((name) => hashes.get(name) !== manifest.get(name))
  if (manifest.size === 0 || manifest.size !== hashes.size || wrong !== undefined)
    throw new BackupError(`The backup is damaged: ${wrong ?? 'its list of files'} is not as it was.`)
}

async function* readBackup(path: string, secret: string): AsyncGenerator<Buffer> {
  const handle = await open(path)
  const { buffer: header, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
  if (bytesRead < HEADER_BYTES) {
    await handle.close()
    throw new BackupError('This file is not a backup of Paraph.')
  }
  const encrypted = createReadStream('', { fd: handle, start: HEADER_BYTES })
  yield* decryptBackup(header, encrypted, secret)
}
