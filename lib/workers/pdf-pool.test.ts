import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { Ctx } from '#lib/core/ctx'
import { entryFile } from '#lib/core/runtime/entry-file'
import { Zip } from '#lib/office/check/zip'
import { docx } from '#lib/office/fixtures/text-documents'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { PadesError } from '#lib/pades/error'
import { testAuthority } from '#lib/pades/fixtures/authority'
import { prepareRevision } from '#lib/pades/prepare'
import type { RevisionStep } from '#lib/pades/revise'
import { getBytes, putBytes, type StoredHash } from '#lib/storage/files'
import { putStaged, stageStream } from '#lib/storage/stage'
import { withLanes } from '#lib/testing/service/threads'
import type { FileCheck } from '../pdf/check/check.ts'
import { inflationMessage } from '../pdf/file/inflation.ts'
import { readWithPdfjs } from '../pdf/file/reading.ts'
import { buildPdf, signedPdf } from '../pdf/fixtures/build.ts'
import { objectStreamBomb, xrefBomb } from '../pdf/fixtures/hostile.ts'
import { readPageGeometry } from '../pdf/geometry.ts'
import type { Zone } from '../pdf/zones.ts'
import { getGroup, getTries, laneOptions, type Requester } from './lanes.ts'
import { closeThreads, inThread, warmThreads } from './pdf-pool.ts'
import { isTooHeavy, ThreadError, type ThreadErrorCode } from './thread-error.ts'
import { ThreadPool } from './thread-pool.ts'

const limits = { maxPages: 2000 }
const time = new Date('2026-03-04T05:06:07Z')
const signer = { id: 'p1', name: 'Zoë Ångström' }
const pages = [readPageGeometry(1, {})]
const zone: Zone = {
  id: 'z1',
  signer: 'p1',
  type: 'signature',
  page: 1,
  required: true,
  x: 50,
  y: 60,
  width: 180,
  height: 50,
}

afterAll(closeThreads)

async function identities(): Promise<{ platform: SigningIdentity; signerIdentity: SigningIdentity }> {
  const authority = await testAuthority()
  return {
    platform: await authority.identity('Platform'),
    signerIdentity: await authority.identity(signer.name),
  }
}

async function store(bytes: Uint8Array): Promise<StoredHash> {
  const { sha256 } = await putBytes(1, bytes)
  return { tenantId: 1, sha256 }
}

describe('the engines in threads', () => {
  test('convert and fillDocx put the stored results in place of fields', async () => {
    const getXml = ({ bytes }: { bytes: Uint8Array }) => new Zip(bytes).text('word/document.xml')
    const body = '<w:p><w:fldSimple w:instr="IF a"><w:r><w:t>[[clause]]</w:t></w:r></w:fldSimple></w:p>'
    const template = await docx({ body })
    const converted = await inThread.convert(template)
    expect(await getXml(converted as { bytes: Uint8Array })).toContain(
      '<w:p><w:r><w:t>[[clause]]</w:t></w:r></w:p>',
    )
    const parts = [{ kind: 'text', name: 'clause' } as const]
    const task = { stored: await store(template), parts, values: { clause: 'No pets.' } }
    const filled = await inThread.fillDocx(task, 'job')
    expect(await getXml(filled as { bytes: Uint8Array })).toMatch(/<w:p><w:r><w:t[^>]*>No pets\./)
  })

  test('fillDocx says which field of a template depends on placeholders, or which formula has no result', async () => {
    const fill = async (body: string) => {
      const stored = await store(await docx({ body }))
      const parts = [{ kind: 'text', name: 'rent' } as const]
      return inThread.fillDocx({ stored, parts, values: { rent: '1200' } }, 'job')
    }
    const rent = '<w:p><w:r><w:t>[[rent]]</w:t></w:r></w:p>'
    expect(await fill(`${rent}<w:p><w:fldSimple w:instr="=[[rent]]*12"/></w:p>`)).toMatchObject({
      error: { key: 'documents.fieldNotComputed', values: { field: '=[[rent]]*12' } },
    })
    const empty = `${rent}<w:p><w:fldSimple w:instr="=1+1"/></w:p>`
    const error = { key: 'not_convertible', message: expect.stringContaining('“=1+1”') }
    expect(await fill(empty)).toMatchObject({ ok: false, error })
    const converted = await inThread.convert(await docx({ body: empty }))
    expect(converted).toMatchObject({ ok: false, reason: 'not_convertible', message: error.message })
  })

  test('check returns the result of the function, including repaired bytes', async () => {
    expect(await inThread.check(buildPdf(), limits)).toEqual({
      ok: true,
      pages,
      signed: false,
      certified: false,
      decrypted: false,
      repaired: null,
      activeContent: [],
      standards: [],
      lostStandards: [],
      usageRights: false,
    })
    const brokenFile = new TextEncoder().encode(
      new TextDecoder('latin1').decode(buildPdf()).replace(/startxref\n\d+/, 'startxref\n9'),
    )
    const check = await inThread.check(brokenFile, limits)
    expect(check.ok && new TextDecoder().decode(check.repaired!.subarray(0, 5))).toBe('%PDF-')
  })

  test('the caller keeps its input bytes, also when they are part of a larger buffer', async () => {
    const file = buildPdf()
    const large = Buffer.concat([Buffer.alloc(50), file, Buffer.alloc(50)])
    const part = large.subarray(50, 50 + file.length)
    expect((await inThread.check(part, limits)).ok).toBe(true)
    expect(large.length).toBe(file.length + 100)
    expect(part.equals(file)).toBe(true)
  })

  test('check and verify read an encrypted file in the thread', async () => {
    const staged = await stageStream(1, [buildPdf()], { maxBytes: 1e6 })
    expect((await inThread.check(staged.file, limits)).ok).toBe(true)
    expect((await inThread.verify(staged.file)).signatures).toEqual([])
    await staged.discard()
    await expect(inThread.check(staged.file, limits)).rejects.toThrow('no such file')
  })

  test('prepare, sign, seal and verify work with keys that stay in this thread', async () => {
    const { platform, signerIdentity } = await identities()
    const signedBy: string[] = []
    const recordingSigner = (name: string, identity: SigningIdentity): SigningIdentity => ({
      ...identity,
      sign: (data) => {
        signedBy.push(name)
        return identity.sign(data)
      },
    })
    const revise = async (stored: StoredHash, step: RevisionStep, identity: SigningIdentity) => {
      const revision = await inThread.revise(stored, step, identity)
      await putStaged(revision.file)
      return revision.file.identity
    }
    const uploaded = await store(buildPdf())
    const input = { zones: [zone], signers: [signer], pages, at: time }
    const prepared = await revise(uploaded, { step: 'prepare', input }, recordingSigner('platform', platform))
    const signature = { kind: 'text', text: signer.name } as const
    const signInput = { signer, values: {}, signature, at: time }
    const signed = await revise(
      prepared,
      { step: 'sign', input: signInput },
      recordingSigner('signer', signerIdentity),
    )
    const sealed = await revise(
      signed,
      { step: 'seal', input: { at: time } },
      recordingSigner('platform', platform),
    )
    expect(signedBy).toEqual(['platform', 'signer', 'platform'])
    const files = await Promise.all(
      [uploaded, prepared, signed, sealed].map(({ sha256 }) => getBytes(uploaded.tenantId, sha256)),
    )
    for (const [index, after] of files.entries()) {
      const before = files[index - 1] ?? after
      expect(Buffer.compare(before, after.subarray(0, before.length))).toBe(0)
    }
    const report = await inThread.verify(files.at(-1)!)
    expect(report).toMatchObject({ valid: true, coversWholeFile: true })
    expect(report.signatures.map(({ signerName }) => signerName)).toEqual([
      'Platform',
      signer.name,
      'Platform',
    ])
    expect(report.signatures[0]!.certificate).toBeInstanceOf(Uint8Array)
  })

  test('revisions are made concurrently', async () => {
    const { platform } = await identities()
    const uploaded = await store(buildPdf())
    const input = { zones: [zone], signers: [signer], pages, at: time }
    const revisions = await Promise.all(
      Array.from({ length: 12 }, () => inThread.revise(uploaded, { step: 'prepare', input }, platform)),
    )
    for (const { file } of revisions) expect((await inThread.verify(file)).valid).toBe(true)
  })
})

describe('errors in threads', () => {
  test('a refusal of the engine is a PadesError with its code', async () => {
    const { signerIdentity } = await identities()
    const signature = { kind: 'text', text: 'Z' } as const
    const input = { signer, values: {}, signature, at: time }
    const error = await inThread
      .revise(await store(buildPdf()), { step: 'sign', input }, signerIdentity)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(PadesError)
    expect((error as PadesError).code).toBe('no_field')
  })

  test('another error of an engine has the name of its class', async () => {
    const { platform, signerIdentity } = await identities()
    const { bytes } = await prepareRevision(buildPdf(), {
      zones: [zone],
      signers: [signer],
      certify: platform,
      pages,
      at: time,
    })
    const signature = { kind: 'image', png: new Uint8Array([1, 2, 3]) } as const
    const input = { signer, values: {}, signature, at: time }
    const signing = inThread.revise(await store(bytes), { step: 'sign', input }, signerIdentity)
    await expect(signing).rejects.toMatchObject({ name: 'ImageError' })
  })

  test('an error of the key’s owner is thrown', async () => {
    const { platform } = await identities()
    const certify = { ...platform, sign: () => Promise.reject(new Error('the key is gone')) }
    const input = { zones: [zone], signers: [signer], pages, at: time }
    const preparing = inThread.revise(await store(buildPdf()), { step: 'prepare', input }, certify)
    await expect(preparing).rejects.toThrow('the key is gone')
  })
})

/**
 * A PDF with one page that says `message`. With `contentAt`, its cross-reference table gives this offset for the
 * content, instead of the one where it is; without, padding makes the file longer.
 */
function pageWith(message: string, contentAt?: number): { bytes: Buffer; contentAt: number } {
  const content = `BT /F1 24 Tf 72 700 Td (${message}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 6 0 R/Resources<</Font<</F1 4 0 R>>>>>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    contentAt === undefined ? `<</Padding(${'y'.repeat(5000)})>>` : '<<>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const lastOffset = offsets.at(-1)!
  const rows = offsets
    .with(-1, contentAt ?? lastOffset)
    .map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const table = `xref\n0 7\n0000000000 65535 f \n${rows.join('')}trailer\n<</Root 1 0 R/Size 7>>\n`
  return { bytes: Buffer.from(`${text}${table}startxref\n${text.length}\n%%EOF\n`), contentAt: lastOffset }
}

describe('the lanes', () => {
  /** Makes `count` checks of a requester. @returns the lanes in which they were tried */
  async function getLanes(requester: Requester, codes: (ThreadErrorCode | null)[]): Promise<string> {
    const lanes: string[] = []
    const outcomes = [...codes]
    await withLanes(
      async (lane) => {
        lanes.push(lane)
        const code = outcomes.shift()
        if (code) throw new ThreadError(code, 'It takes long.')
      },
      async () => {
        while (outcomes.length > 0)
          await inThread.check(buildPdf(), limits, requester).catch(() => lanes.push('failed'))
      },
    )
    return lanes.join(' ')
  }
  const tenant = { tenantId: 1, address: '203.0.113.1' }

  test('give what takes too long for the first another try, and skip the first for a while', async () => {
    expect(await getLanes(tenant, [null, 'work', null, null])).toBe('quick quick slow slow')
    expect(await getLanes(tenant, ['timeout', null, null])).toBe('quick slow quick')
    expect(await getLanes(tenant, ['memory', null])).toBe('quick failed quick')
    expect(await getLanes(tenant, ['long', null, null])).toBe('quick slow quick')
    expect(await getLanes(tenant, ['work', 'work', 'work'])).toBe('quick slow failed slow failed')
  })

  test('of visitors serve tenants without a confirmed address, too', async () => {
    const unconfirmed = { ...tenant, unconfirmed: true }
    expect(await getLanes(unconfirmed, [null, 'work', null])).toBe('visitors visitors slowVisitors')
    expect(getGroup(unconfirmed)).toBe(getGroup({ ...unconfirmed, tenantId: 2 }))
    expect(getGroup(tenant)).not.toBe(getGroup({ ...tenant, tenantId: 2 }))
  })

  test('of the signers of a tenant take turns with those of the tenant itself', () => {
    const actor = { type: 'signer', id: 1, name: 'Ada', email: 'ada@example.com' } as Ctx['actor']
    const signer = { ...tenant, actor }
    expect(getGroup(signer)).not.toBe(getGroup(tenant))
    expect(getGroup(signer)).not.toBe(getGroup({ ...signer, tenantId: 2 }))
  })

  test('for patterns have one try, so that they make nothing else slow', () => {
    for (const name of ['measurePatterns', 'matchPatterns'] as const)
      expect(getTries(tenant, name).map(({ lane }) => lane)).toEqual(['quick'])
  })

  test('of pictures and trials do not delay a file, and give a picture one try', async () => {
    expect(getTries(tenant, 'picture')).toHaveLength(1)
    expect(getTries(tenant, 'picture')[0].lane).toBe('pictures')
    expect(getTries(tenant, 'trial').map(({ lane }) => lane)).toEqual(['trials', 'slow'])
    expect(getTries('job', 'check').map(({ lane }) => lane)).toEqual(['jobs'])
    const [check, revise] = (['check', 'revise'] as const).map(
      (name) => getTries('job', name)[0].timeoutSeconds,
    )
    expect(revise, 'a revision is made, verified, and the file before it verified').toBe(3 * check!)
  })
})

test('a file with many signatures leaves its first try at once, and is verified in the second', async () => {
  const many = Buffer.from(`%PDF-1.7\n${'/ByteRange '.repeat(251)}`)
  const pool = new ThreadPool({ ...laneOptions.visitors, filename: entryFile('lib/workers/threads.ts') })
  const first = (file: Buffer) => pool.run('verify', { file, isFirstTry: true }, { timeoutSeconds: 60 })
  await expect(first(many)).rejects.toMatchObject({ name: 'ThreadError', code: 'long' })
  expect(await first(many.subarray(0, 2600))).toMatchObject({ valid: false })
  await pool.close()
  expect((await inThread.verify(many, { tenantId: 1 })).valid).toBe(false)
})

describe('reused memory', () => {
  /** The file of another tenant, and a shorter one that refers to the offset of its content. */
  const otherPage = pageWith('THEIR SECRET')
  const guess = pageWith('THEIR SECRET', otherPage.contentAt).bytes
  const fileInUsedMemory = () => {
    const usedMemory = new Uint8Array(200_000)
    usedMemory.set(otherPage.bytes)
    usedMemory.set(guess)
    return usedMemory.subarray(0, guess.length)
  }

  test('is not read through offsets beyond the end of a file', async () => {
    expect(otherPage.contentAt).toBeGreaterThan(guess.length)
    expect((await inThread.check(fileInUsedMemory(), limits)).ok).toBe(false)
    expect((await inThread.check(guess, limits)).ok).toBe(false)
  })

  test('is not read by pdf.js beyond the end of a view', async () => {
    const { texts } = await readWithPdfjs(fileInUsedMemory(), { maxPages: 1, textPages: 1 })
    expect(texts.join()).not.toContain('SECRET')
  })
})

describe('hostile files', () => {
  test.each([
    ['a cross-reference stream', xrefBomb()],
    ['an object stream', objectStreamBomb()],
    ['an encrypted object stream', objectStreamBomb(200, 'RC4-128')],
  ])('%s that would inflate to a gigabyte is corrupt, without inflating it', async (_kind, file) => {
    expect(file.length).toBeLessThan(1.2e6)
    const check = await inThread.check(file, limits)
    expect(check).toMatchObject({ ok: false, reason: 'corrupt', message: inflationMessage })
    await expect(inThread.verify(file)).rejects.toMatchObject({ code: 'corrupt', message: inflationMessage })
    expect((await inThread.check(buildPdf(), limits)).ok).toBe(true)
  })

  test('of one tenant and of visitors do not delay another tenant’s file, or fill the memory', async () => {
    const file = xrefBomb()
    // Known tenants in the second round, who load the thread of the kept slot too.
    for (const _ of [1, 2])
      await Promise.all([2, 3, 4].map((tenantId) => inThread.check(buildPdf(), limits, { tenantId })))
    const rssBefore = process.memoryUsage().rss
    let finished = 0
    const checks = Array.from({ length: 24 }, (_, index) => {
      const requester = index % 2 ? { tenantId: 1 } : { visitor: '203.0.113.1' }
      return inThread.check(file, limits, requester).then(() => finished++)
    })
    expect((await inThread.check(buildPdf(), limits, { tenantId: 2 })).ok).toBe(true)
    expect(finished).toBeLessThan(12)
    await Promise.all(checks)
    expect(process.memoryUsage().rss - rssBefore).toBeLessThan(400e6)
  }, 60_000)

  // A brace in a dictionary makes the parser of @libpdf/core read without end, until the limit of memory stops it.
  test('with randomly changed bytes have a result, or are told to need too much', async () => {
    const files = [buildPdf(), buildPdf({ format: 'object-streams' }), signedPdf()]
    const isPlausible = (checked: FileCheck) =>
      checked.ok ? checked.pages.length > 0 : checked.message.length > 10
    warmThreads('job')
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 30 }),
        fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        async (file, changes, cut) => {
          const bytes = file.slice(0, cut === null ? file.length : Math.floor(cut * file.length))
          for (const [position, value] of changes)
            if (bytes.length > 0) bytes[position % bytes.length] = value
          const checked = await inThread.check(bytes, limits).catch((error: unknown) => {
            if (!isTooHeavy(error)) throw error
          })
          if (checked) expect(isPlausible(checked)).toBe(true)
        },
      ),
      { numRuns: 200, endOnFailure: true },
    )
  }, 120_000)
})
