import { sql } from 'drizzle-orm'
import type { Sql, TransactionSql } from 'postgres'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { connect } from '#db/connection/client'
import { readTogether } from '#db/lists/rows'
import { chainHeads, logLeaves } from '#db/schema/audit'
import { read, write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { log } from '#lib/core/log'
import { forgetFaults, getReportedFault } from '#lib/core/runtime/faults'
import { parseCheckpoint, parseLogProof, proves } from '#lib/core/transparency/checkpoint'
import { isConsistent, leafHash, MerkleTree } from '#lib/core/transparency/merkle'
import { findSignatures, parseNote, parseVerifierKey } from '#lib/core/transparency/note'
import { makeTenant } from '#lib/testing/users/tenant'
import { logEntry } from '../chain.ts'
import { record } from '../record.ts'
import { selectTrailHead } from '../trail.ts'
import { appendChangedHeads, appendHead } from './append.ts'
import { findLoggedHead, findProof, proveHead } from './proof.ts'
import { describeLog, getCheckpoint, getTile } from './published.ts'
import { tileReader } from './tiles.ts'

const installation = { tenantId: 0 }
const owner: Sql = connect(env().databaseUrl!, { max: 1 })
afterAll(() => owner.end())

let processes = 0
const makeHead = () => {
  const chain = `process:${++processes}`
  return { chain, seq: 1, hash: sha256Hex(chain) }
}
const loadTree = async () => {
  const { root, size } = parseCheckpoint(parseNote(await getCheckpoint()).text)
  return { root, size }
}
const countLeaves = async () => Number((await owner`select count(*) from log_leaves`)[0]!.count)

describe('the transparency log', () => {
  it('appends each head once, and signs the tree that has it', async () => {
    await expect(getCheckpoint()).rejects.toMatchObject({ code: 'not_found' })
    const head = makeHead()
    await appendHead(head, now())
    await appendHead(head, now())
    const note = parseNote(await getCheckpoint())
    expect(parseCheckpoint(note.text)).toEqual({
      origin: (await describeLog()).origin,
      size: 1,
      root: leafHash(logEntry(head)),
    })
    expect(findSignatures(note, parseVerifierKey((await describeLog()).key)!)).toHaveLength(1)
  })

  it('has no gaps when many append at the same time; each head is proved in its batch', async () => {
    const heads = Array.from({ length: 40 }, makeHead)
    await Promise.all(heads.map((head) => appendHead(head, now())))
    const indices = await owner<{ index: string }[]>`select index from log_leaves order by index`
    expect(indices.map(({ index }) => Number(index))).toEqual(indices.map((_, index) => index))
    for (const { chain } of heads) {
      const id = Number(chain.split(':')[1])
      const { proof, head, index } = await read(installation, async (reader) =>
        proveHead(reader, (await findLoggedHead(reader, { process: id }))!),
      )
      const parsed = parseLogProof(proof)
      const checkpoint = parseCheckpoint(parseNote(parsed.checkpoint).text)
      expect([head.chain, parsed.index, proves(parsed, logEntry(head), checkpoint)]).toEqual([
        chain,
        index,
        true,
      ])
    }
  })

  it('grows consistently over full tiles, which its public tiles have', async () => {
    const older = await loadTree()
    await fillTo(700)
    const newer = await loadTree()
    const proof = await read(installation, (reader) =>
      new MerkleTree(newer.size, tileReader(reader)).consistencyProof(older.size),
    )
    expect(isConsistent(older, newer, proof)).toBe(true)
    const bundle = await getTile('entries/001')
    const hashes = await getTile('0/001')
    expect([bundle.length, hashes.length]).toEqual([256 * 34, 256 * 32])
    const lastEntry = Buffer.from(bundle.subarray(255 * 34 + 2))
    expect(Buffer.from(hashes.subarray(255 * 32))).toEqual(leafHash(lastEntry))
    expect((await getTile('1/000.p/2')).length).toBe(64)
    const rest = newer.size - 512
    expect((await getTile(`0/002.p/${rest}`)).length).toBe(rest * 32)
    for (const absent of [
      '0/002',
      `0/002.p/${rest + 1}`,
      '1/000',
      '1/000.p/3',
      '2/000.p/1',
      'entries/003.p/1',
    ])
      await expect(getTile(absent)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('gets the heads of all tenants by the job, the last one of each chain, without tenants or names', async () => {
    const tenants = [await makeTenant(), await makeTenant()]
    for (const { ctx, user } of tenants)
      for (const _ of [1, 2])
        await write(ctx, (tx) =>
          record(tx, ctx, { type: 'user.updated', subject: { user: user.id }, data: { name: 'Ada' } }),
        )
    await appendChangedHeads(now())
    for (const { ctx, user } of tenants) {
      const { heads } = await read(ctx, (reader) =>
        readTogether(reader, { heads: selectTrailHead(ctx, { user: user.id }) }),
      )
      const logged = await read(installation, (reader) => findLoggedHead(reader, { user: user.id }))
      expect(logged).toMatchObject(heads[0]!)
    }
    const before = await countLeaves()
    await appendChangedHeads(now())
    expect(await countLeaves()).toBe(before)
    const [row] = await read(installation, (reader) => reader.select().from(logLeaves).limit(1))
    expect(Object.keys(row!)).toEqual(['index', 'chain', 'seq', 'hash'])
  })

  it('leaves the heads of an aborted batch for the next one', async () => {
    const { ctx, user } = await makeTenant()
    await write(ctx, (tx) => record(tx, ctx, { type: 'user.updated', subject: { user: user.id }, data: {} }))
    await owner.unsafe(`create function refuse_leaf() returns trigger language plpgsql as 'begin raise exception ''no''; end';
      create trigger refuse_leaf before insert on log_leaves execute function refuse_leaf()`)
    await expect(appendChangedHeads(now())).rejects.toThrow()
    await owner.unsafe('drop trigger refuse_leaf on log_leaves; drop function refuse_leaf')
    await appendChangedHeads(now())
    expect(await read(installation, (reader) => findLoggedHead(reader, { user: user.id }))).not.toBeNull()
    const unlogged = await read(ctx, (reader) =>
      reader.select().from(chainHeads).where(sql`${chainHeads.seq} > ${chainHeads.loggedSeq}`),
    )
    expect(unlogged).toEqual([])
  })

  it.each([
    'update log_leaves set seq = 2',
    'delete from log_leaves',
    'truncate log_leaves',
    'delete from log_tiles',
    'update log_checkpoints set size = 1',
  ])('refuses, also the owner of the tables: %s', async (statement) => {
    await expect(owner.unsafe(statement)).rejects.toThrow('append-only')
  })

  it('that somebody rewrote is not continued: the tree is not the signed one', async () => {
    const signed = await loadTree()
    await rewriteLeaf(signed.size - 2)
    await expect(appendHead(makeHead(), now())).rejects.toThrow('was altered')
    await rewriteLeaf(signed.size - 2)
    await appendHead(makeHead(), now())
  })
})

describe('a log that somebody altered in the database', () => {
  it('is not continued from a checkpoint that was written for it, as that one is not signed', async () => {
    const { size } = await loadTree()
    const [before] = await owner<{ note: string }[]>`select note from log_checkpoints where size = ${size}`
    await rewriteLeaf(size - 2)
    const root = await read(installation, (reader) => new MerkleTree(size, tileReader(reader)).root())
    const lines = before!.note.split('\n')
    await rewriteNote(size, [...lines.slice(0, 2), root.toString('base64'), ...lines.slice(3)].join('\n'))
    await expect(appendHead(makeHead(), now())).rejects.toThrow('was altered')
    await rewriteLeaf(size - 2)
    await rewriteNote(size, before!.note)
    await appendHead(makeHead(), now())
  })

  it('another head at the position of a logged one is reported, and the others are appended', async () => {
    const logError = vi.spyOn(log(), 'error').mockImplementation(() => {})
    const { ctx, user } = await makeTenant()
    await write(ctx, (tx) => record(tx, ctx, { type: 'user.updated', subject: { user: user.id }, data: {} }))
    await appendChangedHeads(now())
    expect(logError).not.toHaveBeenCalled()
    const chain = `user:${user.id}`
    await owner`update chain_heads set hash = reverse(hash), logged_seq = 0 where chain = ${chain}`
    const [head] = await owner`select chain, seq, hash from chain_heads where chain = ${chain}`
    const other = makeHead()
    await owner`insert into chain_heads (tenant_id, chain, seq, hash, mac, last_at)
      values (0, ${other.chain}, 1, ${other.hash}, repeat('0', 64), now())`
    await appendChangedHeads(now())
    expect(logError).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ head }),
      expect.stringContaining('were altered'),
    )
    expect((await owner`select hash from log_leaves where chain = ${other.chain}`)[0]).toEqual({
      hash: other.hash,
    })
    logError.mockRestore()
  })

  it.each([
    'delete from log_checkpoints where size > 300',
    'delete from log_tiles where level = 0 and index = 0',
    'update log_tiles set root = hashes where level = 0',
    'update log_leaves set hash = reverse(hash) where index >= 512',
  ])('has no proof, and says why in the log of the service: %s', async (statement) => {
    const logError = vi.spyOn(log(), 'error').mockImplementation(() => {})
    const head = makeHead()
    await appendHead(head, now())
    const id = Number(head.chain.split(':')[1])
    const find = () => read(installation, (reader) => findProof(reader, { process: id }))
    expect((await find())!.head).toEqual(head)
    await whileAltered(statement, async () => expect(await find()).toBeNull())
    expect(logError).toHaveBeenCalledOnce()
    logError.mockRestore()
  })

  it.each([
    'update log_leaves set hash = reverse(hash) where index >= 512',
    'update log_tiles set root = hashes where level = 0',
    'delete from log_leaves where index = (select max(index) from log_leaves)',
    'delete from log_checkpoints where size = (select max(size) from log_checkpoints)',
    'delete from log_tiles where level = 0 and index = 0',
    "update log_checkpoints set note = 'x'",
  ])('is a fault each time that it should go on: %s', async (statement) => {
    forgetFaults()
    const logError = vi.spyOn(log(), 'error').mockImplementation(() => {})
    await whileAltered(statement, async () => {
      const failure = await appendHead(makeHead(), now()).catch((error: unknown) => error)
      expect(getReportedFault(failure)).toBe('evidence_altered')
    })
    expect(logError).toHaveBeenCalledOnce()
    logError.mockRestore()
    await appendHead(makeHead(), now())
  })
})

/** Appends until the log has this many entries: many heads at once, of a tenant that there is not. */
async function fillTo(size: number): Promise<void> {
  const missing = size - (await countLeaves())
  await owner`
    insert into chain_heads (tenant_id, chain, seq, hash, mac, last_at)
    select 0, 'document:' || n, 1, encode(sha256(n::text::bytea), 'hex'), repeat('0', 64), now()
    from generate_series(1, ${missing}) n`
  await appendChangedHeads(now())
}

/** Changes a leaf; a second time, back. */
function rewriteLeaf(index: number): Promise<void> {
  return alter((tx) => tx`update log_leaves set hash = reverse(hash) where index = ${index}`)
}

function rewriteNote(size: number, note: string): Promise<void> {
  return alter((tx) => tx`update log_checkpoints set note = ${note} where size = ${size}`)
}

/** As an operator can, who may switch off triggers. */
async function alter(change: (tx: TransactionSql) => Promise<unknown>): Promise<void> {
  await owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await change(tx)
  })
}

async function whileAltered(statement: string, callback: () => Promise<void>): Promise<void> {
  const tables = ['log_leaves', 'log_tiles', 'log_checkpoints']
  await alter(async (tx) => {
    for (const table of tables) await tx.unsafe(`create temporary table saved_${table} as table ${table}`)
    await tx.unsafe(statement)
  })
  await callback()
  await alter(async (tx) => {
    for (const table of tables)
      await tx.unsafe(
        `delete from ${table}; insert into ${table} table saved_${table}; drop table saved_${table}`,
      )
  })
}
