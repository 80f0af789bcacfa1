import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '../ids.ts'
import { emptyTree, formatAddCheckpoint, parseAddCheckpoint } from './add-checkpoint.ts'
import { formatCheckpoint, formatLogProof, parseCheckpoint, parseLogProof, proves } from './checkpoint.ts'
import { cosign, findCosignatures } from './cosignature.ts'
// Made by the public implementation of Go: see scripts/log-judge.
import vectors from './fixtures/go-vectors.json' with { type: 'json' }
import { makeEntries, makeTiles } from './fixtures/memory-log.ts'
import { isConsistent, leafHash, MerkleTree, type ReadTile, rootOfInclusion, TILE_WIDTH } from './merkle.ts'
import {
  findSignatures,
  formatNote,
  formatVerifierKey,
  parseNote,
  parseVerifierKey,
  signNote,
} from './note.ts'
import { parseTilePath, type TileResource } from './tile-path.ts'

const entries = makeEntries(70_000)
let tiles: ReadTile
beforeAll(() => {
  tiles = makeTiles(entries)
})
const toHex = (hashes: Uint8Array[]) => hashes.map((hash) => Buffer.from(hash).toString('hex'))
const fromHex = (hashes: string[]) => hashes.map((hash) => Buffer.from(hash, 'hex'))

/** The inverse of `parseTilePath`. */
function formatTilePath(resource: TileResource): string {
  const level = resource.kind === 'entries' ? 'entries' : resource.level
  const groups = resource.index.toLocaleString('en').split(',')
  const path = groups.map((group) => `/x${group.padStart(3, '0')}`).join('')
  const partial = resource.width < TILE_WIDTH ? `.p/${resource.width}` : ''
  return level + path.replace(/x(\d+)$/, '$1') + partial
}

describe('the Merkle tree has, as in Go’s sumdb/tlog,', () => {
  it('the root hashes', async () => {
    for (const { size, root } of vectors.sizes)
      expect([size, (await new MerkleTree(size, tiles).root()).toString('hex')]).toEqual([size, root])
    expect((await new MerkleTree(0, tiles).root()).toString('hex')).toBe(sha256Hex(''))
    expect(Buffer.from(emptyTree.root).toString('hex')).toBe(sha256Hex(''))
  })

  it('the inclusion proofs, which verify', async () => {
    const roots = new Map(vectors.sizes.map(({ size, root }) => [size, root]))
    for (const { size, index, proof } of vectors.inclusion) {
      expect(toHex(await new MerkleTree(size, tiles).inclusionProof(index))).toEqual(proof)
      const root = rootOfInclusion(index, size, leafHash(entries[index]!), fromHex(proof))
      expect(root?.toString('hex')).toBe(roots.get(size))
    }
  })

  it('the consistency proofs, which verify', async () => {
    for (const { old, new: size, proof } of vectors.consistency) {
      const [older, newer] = [new MerkleTree(old, tiles), new MerkleTree(size, tiles)]
      expect(toHex(await newer.consistencyProof(old))).toEqual(proof)
      const [before, after] = [
        { size: old, root: await older.root() },
        { size, root: await newer.root() },
      ]
      expect(isConsistent(before, after, fromHex(proof))).toBe(true)
    }
  })

  it('the tiles', async () => {
    for (const { path, sha256 } of vectors.tiles) {
      const tile = parseTilePath(path) as Extract<TileResource, { kind: 'hashes' }>
      expect([path, sha256Hex(await tiles(tile))]).toEqual([path, sha256])
      expect(formatTilePath(tile)).toBe(path)
    }
  })

  it('the signed note and the key', () => {
    const { seed, verifier, note } = vectors.note
    const { privateKey, key } = keyOfSeed(seed)
    expect(formatVerifierKey(key)).toBe(verifier)
    const { text, signatures } = parseNote(note)
    expect(formatNote({ text, signatures: [signNote(text, key, privateKey)] })).toBe(note)
    expect(findSignatures({ text, signatures }, parseVerifierKey(verifier)!)).toHaveLength(1)
    expect(parseCheckpoint(text)).toMatchObject({ origin: key.name, size: 70_000 })
  })
})

it('a cosignature is that of filippo.io/torchwood', () => {
  const { seed, verifier, note } = vectors.cosigned
  const { privateKey, key } = keyOfSeed(seed, { verifier, isWitness: true })
  expect(formatVerifierKey(key)).toBe(verifier)
  const parsed = parseNote(note)
  const [cosignature] = findCosignatures(parsed, parseVerifierKey(verifier, { isWitness: true })!)
  const own = cosign(parsed.text, key, privateKey, cosignature!.at)
  expect(formatNote({ ...parsed, signatures: [parsed.signatures[0]!, own] })).toBe(note)
  expect(findSignatures(parsed, parseVerifierKey(vectors.note.verifier)!)).toHaveLength(1)
  // Neither of another tree, nor of another time, nor a signature of another kind.
  expect(findCosignatures({ ...parsed, text: parsed.text.replace('70000', '70001') }, key)).toEqual([])
  const later = Buffer.from(cosignature!.bytes)
  later[7]! ^= 1
  expect(findCosignatures({ ...parsed, signatures: [{ ...cosignature!, bytes: later }] }, key)).toEqual([])
  const signature = { ...signNote(parsed.text, key, privateKey), keyId: cosignature!.keyId }
  expect(findCosignatures({ ...parsed, signatures: [signature] }, key)).toEqual([])
  expect(findCosignatures({ ...parsed, signatures: [{ ...own, bytes: Buffer.alloc(8) }] }, key)).toEqual([])
  expect(parseVerifierKey(verifier)).toBeNull()
  expect(parseVerifierKey(vectors.note.verifier, { isWitness: true })).toBeNull()
})

it('a request to a witness is read as it was written', () => {
  const checkpoint = vectors.note.note
  for (const hashes of [[], fromHex(['01'.repeat(32), 'ff'.repeat(32)])]) {
    const request = { oldSize: 7, hashes, checkpoint }
    expect(parseAddCheckpoint(formatAddCheckpoint(request))).toEqual(request)
  }
  for (const malformed of [
    '',
    checkpoint,
    `old 07\n\n${checkpoint}`,
    `old -1\n\n${checkpoint}`,
    `old 7\nx\n\n${checkpoint}`,
  ])
    expect(() => parseAddCheckpoint(malformed)).toThrow()
  const many = Array.from({ length: 64 }, () => Buffer.alloc(32))
  expect(() => parseAddCheckpoint(formatAddCheckpoint({ oldSize: 7, hashes: many, checkpoint }))).toThrow(
    '63',
  )
})

function keyOfSeed(seed: string, { verifier = vectors.note.verifier, isWitness = false } = {}) {
  const pkcs8 = Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex')
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const name = verifier.split('+')[0]!
  return {
    privateKey,
    key: { name, publicKey: createPublicKey(privateKey), isWitness },
  }
}

const treeSizes = fc.integer({ min: 1, max: 1200 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    part: fc.integer({ min: 1, max: size }),
    changed: fc.integer({ min: 0, max: size - 1 }),
  }),
)

describe('for any size', () => {
  it('a proof holds for its entry, its place and its tree only', () =>
    fc.assert(
      fc.asyncProperty(treeSizes, async ({ size, changed: index }) => {
        const tree = new MerkleTree(size, tiles)
        const [root, hashes] = [await tree.root(), await tree.inclusionProof(index)]
        const proof = { index, hashes, checkpoint: '' }
        expect(proves(proof, entries[index]!, { size, root })).toBe(true)
        expect(proves(proof, Buffer.from('another'), { size, root })).toBe(false)
        expect(proves({ ...proof, index: index + 1 }, entries[index]!, { size, root })).toBe(false)
        expect(proves({ ...proof, hashes: [...hashes, root] }, entries[index]!, { size, root })).toBe(false)
        expect(proves({ ...proof, hashes: hashes.slice(1) }, entries[index]!, { size, root })).toBe(
          size === 1,
        )
      }),
    ))

  it('a tree that was rewritten before its old size is not consistent with the old one', () =>
    fc.assert(
      fc.asyncProperty(treeSizes, async ({ size, part, changed }) => {
        const older = { size: part, root: await new MerkleTree(part, tiles).root() }
        const rewritten = entries.slice(0, size)
        rewritten[changed] = Buffer.from('another')
        for (const [list, isSame] of [
          [entries, true],
          [rewritten, changed >= part],
        ] as const) {
          const tree = new MerkleTree(size, makeTiles(list.slice(0, size)))
          const newer = { size, root: await tree.root() }
          expect(isConsistent(older, newer, await tree.consistencyProof(part))).toBe(isSame)
        }
      }),
      { numRuns: 40 },
    ))

  it('the path of a tile leads back to it', () =>
    fc.assert(
      fc.property(
        fc.nat({ max: 2 ** 40 }),
        fc.integer({ min: 1, max: 256 }),
        fc.nat(6),
        (index, width, level) => {
          for (const tile of [
            { kind: 'hashes', level, index, width },
            { kind: 'entries', index, width },
          ] as const)
            expect(parseTilePath(formatTilePath(tile))).toEqual(tile)
        },
      ),
    ))
})

it.each([
  '',
  '0',
  '0/1',
  '00/001',
  '64/000',
  '0/x000/001',
  '0/001.p/0',
  '0/001.p/256',
  '0/001.p/01',
  '0/x1/001',
  '-1/000',
  'entries',
  'data/000',
])('there is no tile %j', (path) => expect(parseTilePath(path)).toBeNull())

describe('a note', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const logKey = { name: 'example.com/log', publicKey }
  const otherKey = { name: 'example.com/other', publicKey }
  const text = formatCheckpoint({ origin: 'example.com/log', size: 3, root: Buffer.alloc(32, 7) })

  it('has signatures, each of its own key and text', () => {
    const signatures = [logKey, otherKey].map((key) => signNote(text, key, privateKey))
    const note = parseNote(formatNote({ text, signatures }))
    for (const key of [logKey, otherKey]) {
      expect(findSignatures(note, parseVerifierKey(formatVerifierKey(key))!)).toHaveLength(1)
      expect(findSignatures({ ...note, text: text.replace('3', '4') }, key)).toEqual([])
    }
    const stranger = { ...logKey, publicKey: generateKeyPairSync('ed25519').publicKey }
    expect(findSignatures(note, stranger)).toEqual([])
  })

  it.each([
    '',
    'text',
    'text\n',
    'text\n\n',
    'text\n\n— name x\n',
    'text\n\n- name AAAAAAA=\n',
    'text\n\n— name AAAA\n',
  ])('is refused as malformed: %j', (note) => expect(() => parseNote(note)).toThrow())

  it.each(['', '\n3\n', 'a\n03\nBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=\n', 'a\n3\nBwc=\n', 'a\n3'])(
    'is no checkpoint: %j',
    (malformed) => expect(() => parseCheckpoint(malformed)).toThrow(),
  )

  it.each(['', 'name', 'name+00000000+AQ==', formatVerifierKey(logKey).replace('+', 's+')])(
    'is no key: %j',
    (key) => expect(parseVerifierKey(key)).toBeNull(),
  )
})

it('a proof is read as it was written', () => {
  const proof = {
    index: 5,
    hashes: fromHex(['01'.repeat(32), 'ff'.repeat(32)]),
    checkpoint: vectors.note.note,
  }
  expect(parseLogProof(formatLogProof(proof))).toEqual(proof)
  expect(parseLogProof(formatLogProof({ ...proof, hashes: [] })).hashes).toEqual([])
  for (const malformed of [
    '',
    'c2sp.org/tlog-proof@v1\n\n',
    formatLogProof(proof).replace('index 5', 'index 05'),
  ])
    expect(() => parseLogProof(malformed)).toThrow()
})
