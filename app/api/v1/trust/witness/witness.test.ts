import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { emptyTree, formatAddCheckpoint } from '#lib/core/transparency/add-checkpoint'
import { formatCheckpoint } from '#lib/core/transparency/checkpoint'
import { findCosignatures } from '#lib/core/transparency/cosignature'
import { makeEntries, makeTiles } from '#lib/core/transparency/fixtures/memory-log'
import { MerkleTree } from '#lib/core/transparency/merkle'
import {
  formatNote,
  type NoteKey,
  parseNote,
  parseSignatureLine,
  parseVerifierKey,
  signNote,
} from '#lib/core/transparency/note'
import { call } from '#lib/testing/service/call'
import * as trustRoute from '../route.ts'
import * as addRoute from './add-checkpoint/route.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const entries = makeEntries(400)
let logs = 0
let key: NoteKey
let requests = 0
// A log of another installation, which nobody has seen yet.
beforeEach(() => {
  key = { name: `log${++logs}.example.com`, publicKey }
  env().witnessedLogs = [key]
})
afterEach(() => {
  env().witnessedLogs = []
})

interface Changes {
  entries?: Buffer[]
  oldSize?: number
  hashes?: Uint8Array[]
  signer?: NoteKey
  checkpoint?: (note: string) => string
}

const treeOf = (size: number, list = entries) => new MerkleTree(size, makeTiles(list.slice(0, size)))

/** The request of a log that has grown from one size to another. */
async function makeRequest(from: number, size: number, changes: Changes = {}): Promise<string> {
  const { signer = key, checkpoint = (note: string) => note } = changes
  const tree = treeOf(size, changes.entries)
  const text = formatCheckpoint({ origin: key.name, size, root: await tree.root() })
  const note = formatNote({ text, signatures: [signNote(text, signer, privateKey)] })
  const hashes = changes.hashes ?? (await tree.consistencyProof(from))
  return formatAddCheckpoint({ oldSize: changes.oldSize ?? from, hashes, checkpoint: checkpoint(note) })
}

async function add(body: string) {
  const {
    status,
    headers,
    bytes,
    body: json,
  } = await call(addRoute.POST, { body, address: `203.0.113.${++requests}` })
  return {
    status,
    type: headers.get('content-type'),
    text: Buffer.from(bytes).toString(),
    code: json?.error.code,
  }
}

describe('POST /trust/witness/add-checkpoint', () => {
  it('200 with the cosignature of the key of GET /trust, while the log only grows', async () => {
    const { witness } = (await call<{ data: { witness: Record<string, unknown> } }>(trustRoute.GET)).body.data
    expect(witness).toMatchObject({ url: 'http://localhost:3000/api/v1/trust/witness', logs: [key.name] })
    const witnessKey = parseVerifierKey(String(witness.verifier_key), { isWitness: true })!
    for (const [from, size] of [
      [0, 3],
      [3, 3],
      [3, 257],
      [257, 400],
    ] as const) {
      const request = await makeRequest(from, size)
      const { status, type, text } = await add(request)
      expect([from, status, type]).toEqual([from, 200, 'text/plain; charset=utf-8'])
      const { text: signed } = parseNote(request.slice(request.indexOf('\n\n') + 2))
      const signatures = [parseSignatureLine(text.trimEnd())]
      expect(findCosignatures({ text: signed, signatures }, witnessKey)).toHaveLength(1)
    }
  })

  it('409 with the size that was cosigned last, where the request begins at another one', async () => {
    expect(await add(await makeRequest(2, 3))).toMatchObject({
      status: 409,
      type: 'text/x.tlog.size',
      text: '0\n',
    })
    await add(await makeRequest(0, 300))
    for (const from of [0, 299, 301])
      expect(await add(await makeRequest(from, 400))).toMatchObject({ status: 409, text: '300\n' })
  })

  it('one of two at the same time is cosigned, and never a smaller tree after a larger one', async () => {
    await add(await makeRequest(0, 3))
    const [small, large] = [await makeRequest(3, 5), await makeRequest(3, 9)]
    const answers = await Promise.all([small, large, small, large].map(add))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it('422 for a log that was rewritten, for two views of it, and for a proof that is none', async () => {
    await add(await makeRequest(0, 300))
    const rewritten = entries.with(7, Buffer.from('another'))
    const otherView = entries.with(299, Buffer.from('another'))
    const refused = [
      await makeRequest(300, 400, { entries: rewritten }),
      await makeRequest(300, 300, { entries: otherView }),
      await makeRequest(300, 400, { hashes: [] }),
      await makeRequest(300, 300, { hashes: [Buffer.alloc(32)] }),
    ]
    for (const request of refused)
      expect(await add(request)).toMatchObject({ status: 422, code: 'inconsistent_log' })
    expect((await add(await makeRequest(300, 400))).status).toBe(200)
  })

  it('422 is an error in the log only where the log itself is proof that it was rewritten', async () => {
    await add(await makeRequest(0, 300))
    const levels = ['error', 'warn'] as const
    const spies = levels.map((level) => vi.spyOn(log(), level).mockImplementation(() => {}))
    const countLogged = () => spies.map(({ mock }) => mock.calls.length)
    try {
      // Anyone can send what the log has published with another proof.
      await add(await makeRequest(300, 400, { hashes: [] }))
      await add(await makeRequest(300, 300, { hashes: [Buffer.alloc(32)] }))
      expect(countLogged()).toEqual([0, 2])
      await add(await makeRequest(300, 300, { entries: entries.with(299, Buffer.from('another')) }))
      expect(countLogged()).toEqual([1, 2])
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  })

  it('422 for a first proof that is not empty, and for an empty log with another root', async () => {
    expect((await add(await makeRequest(0, 3, { hashes: [Buffer.alloc(32)] }))).status).toBe(422)
    const withRoot = (root: Uint8Array) => {
      const text = formatCheckpoint({ origin: key.name, size: 0, root })
      const checkpoint = formatNote({ text, signatures: [signNote(text, key, privateKey)] })
      return add(formatAddCheckpoint({ oldSize: 0, hashes: [], checkpoint }))
    }
    expect((await withRoot(Buffer.alloc(32))).status).toBe(422)
    expect((await withRoot(emptyTree.root)).status).toBe(200)
  })

  it('404 for a log that the operator has not named', async () => {
    const request = await makeRequest(0, 3)
    env().witnessedLogs = []
    expect(await add(request)).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('403 for a checkpoint that the log has not signed, or whose signature does not verify', async () => {
    const stranger = { ...key, name: 'other.example.com' }
    const withStranger = (note: string) =>
      note + formatNote({ text: '', signatures: [signNote('x', key, privateKey)] }).slice(1)
    for (const changes of [{ signer: stranger }, { checkpoint: withStranger }])
      expect(await add(await makeRequest(0, 3, changes))).toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('400 for another form, or an old size above the checkpoint', async () => {
    for (const body of [
      '',
      '{}',
      'old 0\n\n',
      'old 0\n\nlog\n',
      await makeRequest(0, 3, { oldSize: 4, hashes: [] }),
    ])
      expect(await add(body)).toMatchObject({ status: 400, code: 'validation_error' })
  })

  it('429 by the limit of the trust paths', async () => {
    const { rateLimits } = env()
    const limitBefore = rateLimits.trust
    rateLimits.trust = 1
    try {
      const options = { body: '', address: '203.0.113.250' }
      expect((await call(addRoute.POST, options)).status).toBe(400)
      expect((await call(addRoute.POST, options)).status).toBe(429)
    } finally {
      rateLimits.trust = limitBefore
    }
  })
})
