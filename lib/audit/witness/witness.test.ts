import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#db/connection/client'
import { logCosignatures } from '#db/schema/audit'
import { read, write } from '#db/tenancy/tenant'
import { addSeconds, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { AppError } from '#lib/core/errors'
import { sha256Hex } from '#lib/core/ids'
import { getReportedFault } from '#lib/core/runtime/faults'
import { formatCheckpoint, parseCheckpoint, parseLogProof } from '#lib/core/transparency/checkpoint'
import { MerkleTree } from '#lib/core/transparency/merkle'
import {
  findSignatures,
  formatNote,
  formatVerifierKey,
  parseNote,
  signNote,
} from '#lib/core/transparency/note'
import { appendHead } from '../log/append.ts'
import { loadLogKey } from '../log/log-key.ts'
import { findProof } from '../log/proof.ts'
import { describeLog, getCheckpoint } from '../log/published.ts'
import { tileReader } from '../log/tiles.ts'
import { addCheckpoint } from './add-checkpoint.ts'
import { askWitness } from './ask.ts'
import { findPublishedCheckpoint, listCosigners } from './cosignatures.ts'
import { checkWitnesses, loadWitnessKey } from './witness-key.ts'

// This installation witnesses its own log, over HTTP: a witness knows of a log what the log tells it.
const installation = { tenantId: 0 }
const owner: Sql = connect(env().databaseUrl!, { max: 1 })
let respond: (body: string) => Promise<{ status: number; text: string }> = answer
let asked = 0
const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  asked += 1
  const { status, text } = await respond(body)
  response.writeHead(request.url === '/w1/add-checkpoint' ? status : 405).end(text)
})
const witness = () => env().witnesses[0]!.verifierKey
let heads = 0

async function answer(body: string) {
  try {
    const result = await addCheckpoint(body, now())
    return 'line' in result
      ? { status: 200, text: result.line }
      : { status: 409, text: `${result.lastSize}\n` }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return {
      status: { not_found: 404, forbidden: 403, inconsistent_log: 422 }[error.code as string] ?? 400,
      text: '',
    }
  }
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/w1`
  const { key } = loadWitnessKey()
  env().witnesses = [{ key, verifierKey: formatVerifierKey(key), url }]
  env().witnessAllowedHosts = ['127.0.0.1']
  env().witnessedLogs = [loadLogKey((await describeLog()).origin).key]
})
afterAll(async () => {
  Object.assign(env(), { witnesses: [], witnessAllowedHosts: [], witnessedLogs: [] })
  await new Promise((resolve) => server.close(resolve))
  await owner.end()
})

/** Appends a head; the number of its process. */
async function append(): Promise<number> {
  const id = ++heads
  await appendHead({ chain: `process:${id}`, seq: 1, hash: sha256Hex(`process:${id}`) }, now())
  return id
}
const ask = () => askWitness({ witness: witness() })
const prove = (process: number) => read(installation, (reader) => findProof(reader, { process }))
const later = () => addSeconds(now(), 3600)
/** The size of the checkpoint that is published at a time. */
const publishedSize = async (time = now()) =>
  (await read(installation, (reader) => findPublishedCheckpoint(reader, time)))!.size
const countWaiting = async () =>
  Number(
    (await owner`select count(*) from pgboss.job where name = 'audit.cosign' and state < 'active'`)[0]!.count,
  )

describe('a witness of this installation’s log', () => {
  it('is asked by a job for each new checkpoint, one of which waits', async () => {
    await append()
    await append()
    expect(await countWaiting()).toBe(1)
  })

  it('cosigns it; checkpoint, proofs and GET /trust have the cosignature', async () => {
    expect(listCosigners(await getCheckpoint())).toEqual([])
    await ask()
    const checkpoint = await getCheckpoint()
    expect(listCosigners(checkpoint)).toEqual([
      { name: 'localhost:3000/api/v1/trust/witness', at: expect.any(Date) },
    ])
    expect(findSignatures(parseNote(checkpoint), env().witnessedLogs[0]!)).toHaveLength(1)
    expect(await describeLog()).toMatchObject({ witnesses: [{ verifierKey: witness(), size: 2 }] })
    // The first head was appended before: it is proved in the tree that the witness has seen.
    const proof = (await prove(1))!
    expect([proof.size, listCosigners(parseLogProof(proof.proof).checkpoint)]).toEqual([
      2,
      [expect.anything()],
    ])
  })

  it('is not asked twice for one checkpoint', async () => {
    const before = asked
    await ask()
    expect(asked).toBe(before)
  })

  it('gets a consistency proof from the size that it names, where the log has forgotten it', async () => {
    await append()
    const first = respond
    const sizes: string[] = []
    respond = (body) => {
      sizes.push(body.split('\n')[0]!)
      // Another witness of that key was restored from an older copy.
      return sizes.length === 1
        ? Promise.resolve({ status: 409, text: '1\n' })
        : Promise.resolve({ status: 503, text: '' })
    }
    await expect(ask()).rejects.toThrow('HTTP 503')
    respond = first
    expect(sizes).toEqual(['old 2', 'old 1'])
    await ask()
    expect(parseCheckpoint(parseNote(await getCheckpoint()).text).size).toBe(3)
  })

  it.each([
    [
      'that answers with a cosignature of something else',
      { status: 200, text: '— other.example AAAAAAAA\n' },
      'without its cosignature',
    ],
    ['that answers with text', { status: 200, text: 'yes' }, 'malformed'],
    ['that does not know the log', { status: 404, text: '' }, 'does not witness'],
    ['that has cosigned more than there is', { status: 409, text: '999\n' }, '999 entries'],
    ['that names a size each time', { status: 409, text: '1\n' }, 'another size'],
  ])('%s delays nothing but its job', async (_, response, message) => {
    const id = await append()
    respond = () => Promise.resolve(response)
    await expect(ask()).rejects.toThrow(message)
    respond = answer
    expect(await prove(id)).toMatchObject({ head: { chain: `process:${id}` } })
  })

  it.each([
    ['witness_failed', { status: 503, text: '' }],
    ['witness_failed', { status: 200, text: 'yes' }],
    ['evidence_altered', { status: 422, text: '' }],
    ['evidence_altered', { status: 409, text: '999\n' }],
  ])('that does not cosign is the fault %s: %o', async (fault, response) => {
    await append()
    respond = () => Promise.resolve(response)
    const failure = await ask().catch((error: unknown) => error)
    respond = answer
    expect(getReportedFault(failure)).toBe(fault)
  })

  it('that has cosigned a later checkpoint meanwhile is no fault', async () => {
    await append()
    respond = async (body) => {
      respond = answer
      await append()
      await ask()
      return answer(body)
    }
    await expect(ask()).resolves.toBeUndefined()
  })

  it('at a private address is not asked unless the operator allows it', async () => {
    await append()
    env().witnessAllowedHosts = []
    const before = asked
    await expect(ask()).rejects.toThrow()
    env().witnessAllowedHosts = ['127.0.0.1']
    expect(asked).toBe(before)
  })

  it('keeps the published checkpoint for ten minutes, then the newest is published', async () => {
    await ask()
    const size = await publishedSize()
    await append()
    await append()
    expect(await publishedSize()).toBe(size)
    expect(await publishedSize(later())).toBe(size + 2)
  })

  it('proves an entry too that very many cosignatures of an earlier witness follow', async () => {
    const id = await append()
    const { size: first } = (await prove(id))!
    const ofEarlier = Array.from({ length: 101 }, (_, number) => ({
      size: first + number,
      witness: 'earlier.example',
      line: '— earlier.example AAAA\n',
      cosignedAt: now(),
    }))
    await write(installation, (tx) => tx.insert(logCosignatures).values(ofEarlier))
    for (let count = 0; count < 101; count++) await append()
    await ask()
    const proof = (await prove(id))!
    expect([proof.size, listCosigners(parseLogProof(proof.proof).checkpoint)]).toEqual([
      first + 101,
      [expect.anything()],
    ])
  })

  it('never makes the published checkpoint an earlier one by cosigning late, or with others', async () => {
    await ask()
    const size = await publishedSize()
    await append()
    await ask()
    expect(await publishedSize()).toBe(size + 1)
    // A second witness has cosigned only the one before, which has more cosignatures then.
    const cosignature = { size, witness: 'slow.example', line: '— slow.example AAAA\n', cosignedAt: now() }
    await write(installation, (tx) => tx.insert(logCosignatures).values(cosignature))
    expect(await publishedSize()).toBe(size + 1)
    // Nor has anyone cosigned the next ones, until long after their publication.
    await append()
    await append()
    expect(await publishedSize(later())).toBe(size + 3)
    const late = { ...cosignature, size: size + 2, cosignedAt: later() }
    await write(installation, (tx) => tx.insert(logCosignatures).values(late))
    expect(await publishedSize(later())).toBe(size + 3)
  })

  it('is not this installation itself, whose start is refused', () => {
    expect(checkWitnesses).toThrow('WITNESSES has a key of this installation')
    const { witnesses, witnessedLogs } = env()
    env().witnesses = []
    expect(checkWitnesses).toThrow('WITNESSED_LOGS has a key of this installation')
    env().witnessedLogs = [{ name: 'log.example', publicKey: generateKeyPairSync('ed25519').publicKey }]
    expect(checkWitnesses).not.toThrow()
    Object.assign(env(), { witnesses, witnessedLogs })
  })

  it('does not cosign a log that its operator rewrote and signed again', async () => {
    await ask()
    // All that an operator has: the database, and the key of the log.
    const { size } = parseCheckpoint(parseNote(await getCheckpoint()).text)
    await owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update log_leaves set hash = reverse(hash) where index = 0`
    })
    const { key, privateKey } = loadLogKey(env().witnessedLogs[0]!.name)
    const root = await read(installation, (reader) => new MerkleTree(size, tileReader(reader)).root())
    const text = formatCheckpoint({ origin: key.name, size, root })
    const note = formatNote({ text, signatures: [signNote(text, key, privateKey)] })
    await owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update log_checkpoints set note = ${note} where size = ${size}`
    })
    const id = await append()
    await expect(ask()).rejects.toThrow('rewritten')
    // The log proves the entry in its tree, which the witness has not seen; its cosignature is not of the other tree.
    expect(listCosigners(parseLogProof((await prove(id))!.proof).checkpoint)).toEqual([])
    expect(listCosigners(await getCheckpoint())).toEqual([])
  })
})
