import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#db/connection/client'
import { type EmbeddedServer, startEmbedded } from '#db/embedded/embedded'
import { acquireLock, releaseLock } from '../lock.mjs'
import { createBackup } from './create.ts'
import { decryptBackup, encryptBackup } from './encryption.ts'
import { restoreBackup } from './restore.ts'

const secret = 'the secret of this installation'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paraph-backup-'))
})
afterAll(() => rm(folder, { recursive: true }))

const collect = async (stream: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(stream))

describe('the encryption', () => {
  const encrypt = async (bytes: Uint8Array) => collect(encryptBackup(piecesOf(bytes), secret))
  const decrypt = (bytes: Buffer, withSecret = secret) =>
    collect(decryptBackup(bytes.subarray(0, 20), piecesOf(bytes.subarray(20)), withSecret))
  async function* piecesOf(bytes: Uint8Array) {
    for (let start = 0; start < bytes.length; start += 50_000) yield bytes.subarray(start, start + 50_000)
  }

  it.each([0, 1, 65_535, 65_536, 65_537, 200_000])('brings %i bytes back', async (length) => {
    const bytes = Buffer.alloc(length, 'abc')
    expect((await decrypt(await encrypt(bytes))).equals(bytes)).toBe(true)
  })

  it('notices another secret, and what was changed, cut off, exchanged or added', async () => {
    const encrypted = await encrypt(Buffer.alloc(200_000, 'abc'))
    const chunk = 65_552
    const changed = Buffer.from(encrypted)
    changed[100_000]! ^= 1
    const parts = [0, 1].map((index) => encrypted.subarray(20 + index * chunk, 20 + (index + 1) * chunk))
    const exchanged = Buffer.concat([
      encrypted.subarray(0, 20),
      parts[1]!,
      parts[0]!,
      encrypted.subarray(20 + 2 * chunk),
    ])
    await expect(decrypt(encrypted, 'another')).rejects.toThrow('APP_SECRET is not the one')
    await expect(decrypt(changed)).rejects.toThrow('The backup is damaged or incomplete (after 65536 bytes).')
    for (const wrong of [
      exchanged,
      encrypted.subarray(0, 20 + 2 * chunk),
      Buffer.concat([encrypted, Buffer.of(1)]),
    ])
      await expect(decrypt(wrong)).rejects.toThrow(/damaged/)
    await expect(decrypt(Buffer.from('%PDF-1.7 and much more'))).rejects.toThrow('not a backup of Paraph')
  })
})

describe('a backup of a service that works', () => {
  let server: EmbeddedServer
  let dataDir: string
  let client: ReturnType<typeof connect>
  beforeAll(async () => {
    dataDir = join(folder, 'data')
    server = await startEmbedded({ dataDir, durable: false })
    client = connect(server.url, { max: 2 })
    await client`create table notes (id bigint generated always as identity primary key, file text)`
  })
  afterAll(async () => {
    await client.end()
    await server.stop()
  })

  const store = (text: string) => {
    const name = createHash('sha256').update(text).digest('hex')
    const target = join(dataDir, 'files', '1', name.slice(0, 2))
    mkdirSync(target, { recursive: true })
    writeFileSync(join(target, name), text)
    return name
  }

  it('has each file that its database refers to, though both change while it is made', async () => {
    let writing = true
    const writer = (async () => {
      for (let number = 0; writing; number++) {
        const names = Array.from({ length: 5 }, (_, index) => store(`${number} ${index} ${'x'.repeat(500)}`))
        await client`insert into notes (file) select * from unnest(${names}::text[])`
        if (number % 5 === 0) await client`update notes set file = file where id % 3 = 0`
        await sleep(20)
      }
    })()
    await sleep(200)
    const path = join(folder, 'a.backup')
    const namesPerManifest = 100
    const { files } = await createBackup({ dataDir, url: server.url, secret, path, namesPerManifest })
    expect(files).toBeGreaterThan(namesPerManifest)
    writing = false
    await writer

    const restored = join(folder, 'restored')
    mkdirSync(restored)
    writeFileSync(join(restored, 'app-secret'), secret)
    await acquireLock(restored)
    const within = join(restored, 'a.backup')
    await expect(restoreBackup({ path: within, dataDir: restored, secret })).rejects.toThrow(
      'put it elsewhere',
    )
    expect((await restoreBackup({ path, dataDir: restored, secret })).files).toBe(files)
    releaseLock(restored)
    const second = await startEmbedded({ dataDir: restored, durable: false })
    const reader = connect(second.url, { max: 1 })
    try {
      const rows = await reader<{ file: string }[]>`select file from notes`
      expect(rows.length).toBeGreaterThan(10)
      for (const { file } of rows) {
        const bytes = readFileSync(join(restored, 'files', '1', file.slice(0, 2), file))
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(file)
      }
      expect(await reader`select * from pg_replication_slots`).toEqual([])
    } finally {
      await reader.end()
      await second.stop()
    }
  }, 60_000)

  const isFree = async () =>
    (
      await client`select pg_try_advisory_lock_shared(7270725) as free, pg_advisory_unlock_shared(7270725)`
    )[0]!.free

  it('lets no stored file be removed meanwhile', async () => {
    expect(await isFree()).toBe(true)
    const making = createBackup({ dataDir, url: server.url, secret, path: join(folder, 'b.backup') })
    await expect.poll(isFree, { interval: 5 }).toBe(false)
    await making
    await expect.poll(isFree).toBe(true)
  })

  it('asks whether the secret opens the database once none can be retired, and leaves nothing where not', async () => {
    const assertOpens = async () => {
      expect(await isFree()).toBe(false)
      throw new Error('retired')
    }
    const path = join(folder, 'e.backup')
    await expect(createBackup({ dataDir, url: server.url, secret, path, assertOpens })).rejects.toThrow(
      'retired',
    )
    expect(readdirSync(folder).filter((name) => name.startsWith('e.'))).toEqual([])
  })

  it('leaves nothing when it cannot be written', async () => {
    const path = join(folder, 'nowhere', 'c.backup')
    await expect(createBackup({ dataDir, url: server.url, secret, path })).rejects.toThrow('ENOENT')
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
  })

  it('leaves nothing when it is interrupted, and does not touch the file of another run', async () => {
    const path = join(folder, 'd.backup')
    writeFileSync(`${path}.part`, 'of another run')
    const interrupted = new AbortController()
    const making = createBackup({ dataDir, url: server.url, secret, path, signal: interrupted.signal })
    setTimeout(() => interrupted.abort(), 50)
    await expect(making).rejects.toThrow('aborted')
    expect(readdirSync(folder).filter((name) => name.startsWith('d.'))).toEqual(['d.backup.part'])
  })

  /** Makes a backup of several chunks, whose database is one file. @returns its path */
  const makeSmall = async (name: string) => {
    const small = join(folder, `of ${name}`)
    for (const part of ['files', 'postgres/pg_wal']) mkdirSync(join(small, part), { recursive: true })
    writeFileSync(join(small, 'files', 'stored'), 'x'.repeat(200_000))
    writeFileSync(join(small, 'postgres', 'PG_VERSION'), '18')
    writeFileSync(join(small, 'postgres-password'), 'password')
    const path = join(folder, name)
    await createBackup({ dataDir: small, url: server.url, secret, path })
    return path
  }

  const addKeys = (target: string) => {
    writeFileSync(join(target, 'seal.p12'), 'seal')
    mkdirSync(join(target, 'keys'))
    writeFileSync(join(target, 'keys', 'authority.p12'), 'authority')
  }
  const expectKeys = (target: string) =>
    expect(
      ['seal.p12', 'keys/authority.p12'].map((name) => readFileSync(join(target, name), 'utf8')),
    ).toEqual(['seal', 'authority'])

  it('is restored again where a restore was interrupted, and nothing starts there before', async () => {
    const path = await makeSmall('again.backup')
    const target = join(folder, 'interrupted')
    mkdirSync(join(target, 'restoring'), { recursive: true })
    mkdirSync(join(target, 'files'))
    writeFileSync(join(target, 'files', 'half'), 'half')
    writeFileSync(join(target, 'app-secret.before-2026-11-29T12-00-00.000Z'), 'earlier')
    addKeys(target)
    await expect(startEmbedded({ dataDir: target })).rejects.toThrow('restore it again')
    await restoreBackup({ path, dataDir: target, secret })
    expect(readdirSync(target).sort()).toEqual([
      'app-secret.before-2026-11-29T12-00-00.000Z',
      ...['files', 'keys', 'postgres', 'postgres-password', 'seal.p12'],
    ])
    expect(existsSync(join(target, 'files', 'half'))).toBe(false)
    expectKeys(target)
  })

  it('is restored into the root of a new disk', async () => {
    const path = await makeSmall('disk.backup')
    const target = join(folder, 'new-disk')
    mkdirSync(join(target, 'lost+found'), { recursive: true })
    writeFileSync(join(target, 'app-secret'), secret)
    await restoreBackup({ path, dataDir: target, secret })
    expect(readdirSync(target).sort()).toEqual([
      ...['app-secret', 'files', 'lost+found', 'postgres', 'postgres-password'],
    ])
  })

  it('is restored beside key files, which stay, also where it fails', async () => {
    const path = await makeSmall('keys.backup')
    const target = join(folder, 'with-keys')
    mkdirSync(target)
    addKeys(target)
    await expect(restoreBackup({ path, dataDir: target, secret: 'another' })).rejects.toThrow('APP_SECRET')
    expect(readdirSync(target).sort()).toEqual(['keys', 'seal.p12'])
    await restoreBackup({ path, dataDir: target, secret })
    expect(readdirSync(target).sort()).toEqual([
      ...['files', 'keys', 'postgres', 'postgres-password', 'seal.p12'],
    ])
    expectKeys(target)
    await expect(restoreBackup({ path, dataDir: target, secret })).rejects.toThrow(
      'is in use (files, postgres, postgres-password)',
    )
    expectKeys(target)
  })

  it('is not restored over data, nor with a file that is damaged', async () => {
    const path = await makeSmall('damaged.backup')
    await expect(restoreBackup({ path, dataDir, secret })).rejects.toThrow(/is in use/)
    const target = join(folder, 'damaged')
    await appendFile(path, 'x')
    await expect(restoreBackup({ path, dataDir: target, secret })).rejects.toThrow(/damaged/)
    expect(readdirSync(target)).toEqual([])
  })
})
