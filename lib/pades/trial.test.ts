import { beforeAll, describe, expect, test } from 'vitest'
import { checkPdf } from '#lib/pdf/check/check'
import { buildPdf, firstPage, pdfObjects } from '#lib/pdf/fixtures/build'
import { fieldTypes } from '#lib/pdf/zones'
import {
  ada,
  allRevisions,
  everyZone,
  makeProcessFixture,
  type ProcessFixture,
  readPages,
  signedElsewhere,
  time,
  twoPages,
  zhang,
} from './fixtures/process.ts'
import { makeStamping, testStamper } from './fixtures/stamps.ts'
import { assertSealable, type TrialInput } from './trial.ts'
import { verifyPdf } from './verify.ts'

let fixture: ProcessFixture
beforeAll(async () => {
  fixture = await makeProcessFixture()
})

async function attempt(bytes: Uint8Array, input: Partial<TrialInput> = {}): Promise<void> {
  const zones = [...everyZone(ada, 1, 20), ...everyZone(zhang, 1, 300)]
  const pages = await readPages(bytes)
  return assertSealable(bytes, {
    zones,
    signers: [ada, zhang],
    identity: fixture.platform,
    pages,
    at: time,
    ...input,
  })
}

function withMetadata(packet: string): Uint8Array {
  const stream = `<< /Type /Metadata /Length ${packet.length} >>\nstream\n${packet}\nendstream`
  return buildPdf({ catalog: '/Metadata 20 0 R', objects: { 20: stream } })
}

describe('a file that can be signed and sealed passes', () => {
  test('with every kind of zone', async () => {
    await expect(attempt(twoPages())).resolves.toBeUndefined()
  })

  test('without zones, on a signature page or invisibly', async () => {
    await expect(attempt(twoPages(), { zones: [] })).resolves.toBeUndefined()
    await expect(attempt(twoPages(), { zones: [], signaturePage: false })).resolves.toBeUndefined()
  })

  test('with time stamps', async () => {
    const stamp = makeStamping(await testStamper(() => time), time)
    await expect(attempt(twoPages(), { identity: { ...fixture.platform, stamp } })).resolves.toBeUndefined()
  })

  test('signed before by others', async () => {
    await expect(attempt(await signedElsewhere(fixture))).resolves.toBeUndefined()
  })

  test('signed before by others, with a name that readers spell in different ways', async () => {
    const page = pdfObjects().get(firstPage)!.replace(/>>$/, '/C#2 [ 1.50 ] /D /E#G >>')
    const signedFile = await signedElsewhere(fixture, buildPdf({ objects: { [firstPage]: page } }))
    await expect(attempt(signedFile)).resolves.toBeUndefined()
  })

  test('signed before by others, with line breaks in strings that are written again', async () => {
    for (const string of ['(a\\r\\nb)', '(a\r\nb)']) {
      const bytes = buildPdf({ catalog: `/OpenAction << /S /JavaScript /JS ${string} >>` })
      await expect(attempt(await signedElsewhere(fixture, bytes))).resolves.toBeUndefined()
    }
  })

  test('with read-only values of the sender', async () => {
    const readOnly = everyZone(ada, 1, 20).map((zone) => ({
      ...zone,
      readOnly: true,
      value: zone.options?.[0] ?? '1',
    }))
    await expect(attempt(twoPages(), { zones: readOnly })).resolves.toBeUndefined()
  })

  test('with malformed XMP, which is removed', async () => {
    await expect(attempt(withMetadata('<x:xmpmeta/>'))).resolves.toBeUndefined()
  })

  test('a signature that was broken before does not fail the trial', async () => {
    const signedFile = await signedElsewhere(fixture)
    const brokenFile = signedFile.slice()
    brokenFile[20]! ^= 1
    await expect(attempt(brokenFile)).resolves.toBeUndefined()
  })
})

test('a portfolio fails, as readers do not show its pages, while one that was sent can be signed and sealed', async () => {
  const portfolio = buildPdf({
    catalog: '/Collection << /Type /Collection /View /T >>',
    pages: [{ mediaBox: [0, 0, 595, 842] }],
  })
  await expect(attempt(portfolio)).rejects.toMatchObject({
    code: 'unsealable',
    text: { key: 'failures.filePortfolio' },
  })
  const { sealed } = await allRevisions(fixture, portfolio)
  expect(await verifyPdf(sealed)).toMatchObject({ valid: true, coversWholeFile: true })
  const hidden = buildPdf({ catalog: '/Collection << /Type /Collection /View /H >>' })
  await expect(attempt(hidden)).resolves.toBeUndefined()
})

test('of a thousand signers only some sign', async () => {
  const signers = Array.from({ length: 1000 }, (_, index) => ({ id: `p${index}`, name: `Signer ${index}` }))
  let count = 0
  const sign: ProcessFixture['platform']['sign'] = (data) => {
    count++
    return fixture.platform.sign(data)
  }
  const identity = { ...fixture.platform, sign }
  await expect(attempt(twoPages(), { zones: [], signers, identity })).resolves.toBeUndefined()
  expect(count).toBe(4 + 2)
})

test('a file that can be sealed, but not extended, passes only without time stamps', async () => {
  // What is used as something else than a page may not change: the time stamp would be on it.
  const file = buildPdf({ catalog: `/PieceInfo << /Own ${firstPage} 0 R >>` })
  await expect(attempt(file)).resolves.toBeUndefined()
  const identity = { ...fixture.platform, stamp: makeStamping(await testStamper(() => time), time) }
  await expect(attempt(file, { identity })).rejects.toMatchObject({ code: 'unsealable' })
})

/** A page whose text has a byte range that leaves out `gap`. */
function withWrittenRange(gap: string): Uint8Array {
  const range = '/ByteRange [0 00000 00000 1]'
  const file = Buffer.from(buildPdf({ pages: [{ mediaBox: [0, 0, 595, 842], text: `${range} ${gap}` }] }))
  const start = file.indexOf(gap)
  const [first, end] = [start, start + gap.length].map((offset) => String(offset).padStart(5, '0'))
  file.write(`/ByteRange [0 ${first} ${end} 1]`, file.indexOf(range))
  return file
}

test.each(['<< /A 1 >>', '<a> <b>', '<an e-mail address>', '<>>'])(
  'a text about a byte range that leaves out %s is accepted, and passes',
  async (gap) => {
    const file = withWrittenRange(gap)
    expect(await checkPdf(file, { maxPages: 9 })).toMatchObject({ ok: true, signed: false })
    await expect(attempt(file)).resolves.toBeUndefined()
  },
)

test.each(['<>', '<0a 1B>'])(
  'a text with a byte range that leaves out %s, as a signature does, is refused, and does not pass',
  async (gap) => {
    const file = withWrittenRange(gap)
    expect(await checkPdf(file, { maxPages: 9 })).toMatchObject({ ok: false, reason: 'corrupt' })
    await expect(attempt(file)).rejects.toMatchObject({ code: 'unsealable' })
  },
)

describe('a failure of any step is reported', () => {
  const refusal = { name: 'PadesError', code: 'unsealable' }

  test('preparing', async () => {
    await expect(
      attempt(twoPages(), { zones: [{ ...everyZone(ada, 1, 20)[0]!, page: 9 }] }),
    ).rejects.toMatchObject({
      ...refusal,
      message: expect.stringContaining('page 9'),
    })
  })

  test.each([...Array(6).keys()])('the signature number %i', async (failing) => {
    let count = 0
    const sign: ProcessFixture['platform']['sign'] = (data) => {
      if (count++ === failing) throw new Error('The key is lost.')
      return fixture.platform.sign(data)
    }
    const trial = attempt(twoPages(), { identity: { ...fixture.platform, sign } })
    if (failing < 4) await expect(trial).rejects.toMatchObject({ ...refusal, message: 'The key is lost.' })
    else await expect(trial).resolves.toBeUndefined()
  })

  test('metadata for which validators would call every signature broken', async () => {
    const signedFile = await signedElsewhere(fixture, withMetadata('<x:xmpmeta/>'))
    await expect(attempt(signedFile)).rejects.toMatchObject({
      ...refusal,
      message: expect.stringContaining('not a well-formed XMP'),
    })
  })

  test('signatures that are not valid in the end', async () => {
    const sign = async () => fixture.ada.sign(new Uint8Array(9))
    const identity = { ...fixture.platform, sign }
    await expect(attempt(twoPages(), { identity })).rejects.toMatchObject(refusal)
  })
})

test('every field type has a sample value', async () => {
  for (const type of fieldTypes) {
    const zone = everyZone(ada, 1, 20).find((anyZone) => anyZone.type === type)!
    await expect(attempt(buildPdf(), { zones: [zone] })).resolves.toBeUndefined()
  }
})
