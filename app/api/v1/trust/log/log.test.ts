import { beforeAll, describe, expect, it } from 'vitest'
import { appendHead } from '#lib/audit/log/append'
import { now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { parseCheckpoint } from '#lib/core/transparency/checkpoint'
import { leafHash } from '#lib/core/transparency/merkle'
import { findSignatures, parseNote, parseVerifierKey } from '#lib/core/transparency/note'
import { dispatcher } from '#lib/http/dispatch'
import { call } from '#lib/testing/service/call'
import { routes } from '../../routes.ts'
import * as trustRoute from '../route.ts'
import * as checkpointRoute from './checkpoint/route.ts'
import * as tileRoute from './tile/[...tile]/route.ts'

const dispatch = dispatcher(routes)
const getTile = (tile: string | string[], address = '198.51.100.9') =>
  call(tileRoute.GET, { params: { tile }, address })

describe('before anything was logged', () => {
  it('404 for the checkpoint, and GET /trust says that the log is empty', async () => {
    expect((await call(checkpointRoute.GET)).status).toBe(404)
    const { log } = (await call<{ data: { log: object } }>(trustRoute.GET)).body.data
    expect(log).toEqual({
      origin: 'localhost:3000/api/v1/trust/log',
      verifier_key: expect.stringMatching(/^localhost:3000\/api\/v1\/trust\/log\+[0-9a-f]{8}\+/),
      size: 0,
      witnesses: [],
      checkpoint_url: 'http://localhost:3000/api/v1/trust/log/checkpoint',
    })
  })
})

describe('GET /trust/log', () => {
  beforeAll(async () => {
    for (const name of ['process:1', 'process:2'])
      await appendHead({ chain: name, seq: 4, hash: sha256Hex(name) }, now())
  })

  it('200 with the checkpoint, signed by the key of GET /trust; nobody stores it', async () => {
    const { status, headers, bytes } = await call(checkpointRoute.GET)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'private, no-store',
    ])
    const { log } = (await call<{ data: { log: { verifier_key: string } } }>(trustRoute.GET)).body.data
    const note = parseNote(Buffer.from(bytes).toString())
    expect(findSignatures(note, parseVerifierKey(log.verifier_key)!)).toHaveLength(1)
    expect(parseCheckpoint(note.text).size).toBe(2)
  })

  it('200 with tiles and entries, which everyone may keep, by the segments of the path or as text', async () => {
    const { status, headers, bytes } = await getTile(['0', '000.p', '2'])
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/octet-stream',
      'public, max-age=31536000',
    ])
    const entries = await getTile('entries/000.p/2')
    expect(Buffer.from(bytes.subarray(32))).toEqual(leafHash(entries.bytes.subarray(36)))
    // No name, address or number of a record is in it.
    expect(Buffer.from(entries.bytes).toString('latin1')).not.toMatch(/process|@/)
    const url = `${env().appUrl}/api/v1/trust/log/tile/0/000.p/2`
    const response = await dispatch(
      new Request(url, { headers: { 'x-paraph-peer': '198.51.100.9', host: new URL(url).host } }),
    )
    expect([response.status, Buffer.from(await response.arrayBuffer())]).toEqual([200, Buffer.from(bytes)])
  })

  it.each(['0/000', '0/000.p/3', '1/000.p/1', '0/x000/001', 'entries/001.p/1', '64/000', 'names', '..'])(
    '404 for a tile that there is not: %s',
    async (path) => {
      const { status, body } = await getTile(path)
      expect([status, body.error.code]).toEqual([404, 'not_found'])
    },
  )

  it('429 by the limit of the trust paths', async () => {
    const { rateLimits } = env()
    const limitBefore = rateLimits.trust
    rateLimits.trust = 1
    try {
      const address = '203.0.113.78'
      expect((await getTile('0/000.p/2', address)).status).toBe(200)
      expect((await getTile('0/000.p/2', address)).status).toBe(429)
      expect((await call(checkpointRoute.GET, { address })).status).toBe(429)
    } finally {
      rateLimits.trust = limitBefore
    }
  })
})
