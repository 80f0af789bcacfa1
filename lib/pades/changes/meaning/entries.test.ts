import { beforeAll, describe, expect, test } from 'vitest'
import { topFields } from '#lib/pdf/fields/fields'
import { buildPdf, firstPage, stream, writeRevision } from '#lib/pdf/fixtures/build'
import { makeProcessFixture, type ProcessFixture, signedElsewhere, time } from '../../fixtures/process.ts'
import { openForIncrement, saveSigned } from '../../increment.ts'
import { verifyPdf } from '../../verify.ts'

/** Entries that later software writes in another way although they mean the same, and ones that mean something else. */

const [field, note, approval, drawing, name] = [20, 21, 22, 23, 24]

let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

/** A form with a text field and a signature field, and an annotation; the entries are those of the object. */
function build(entries: Record<number, string>, resources = ''): Uint8Array {
  const annots = [field, note, approval].map((number) => `${number} 0 R`).join(' ')
  return buildPdf({
    catalog: `/AcroForm << /Fields [${field} 0 R ${approval} 0 R] /SigFlags 3 >>`,
    objects: {
      [firstPage]: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Annots [${annots}] >>`,
      [drawing]: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
      [name]: '/Annot',
      ...Object.fromEntries(
        [field, note, approval].map((number) => [number, body(number, entries[number] ?? '')]),
      ),
    },
  })
}

const kinds = {
  [field]: '/Subtype /Widget /FT /Tx /T (a)',
  [note]: `/Subtype /Stamp /AP << /N ${drawing} 0 R >>`,
  [approval]: '/Subtype /Widget /FT /Sig /T (b)',
}

function body(number: number, entries: string): string {
  return `<< ${kinds[number]} /Rect [9 9 99 99] /F 4 ${entries} >>`
}

/** What is found after the first signature. */
async function judge(bytes: Uint8Array) {
  const { valid, signatures } = await verifyPdf(bytes)
  const { changedAfterSigning, modifications } = signatures[0]!
  return { valid, changedAfterSigning, kinds: modifications.map(({ kind }) => kind) }
}

/** Signs, writes the object with other entries, and lets somebody else sign. */
async function judgeEntries(number: number, before: string, after: string, resources?: string) {
  const signed = await signedElsewhere(fixture, build({ [number]: before }, resources))
  const revision = writeRevision(signed, new Map([[number, body(number, after)]]))
  return judge(await signedElsewhere(fixture, revision))
}

const unchanged = { valid: true, changedAfterSigning: false, kinds: ['signature_added'] }
const refused = { valid: false, changedAfterSigning: true }

describe('the type of an annotation', () => {
  test.each([field, note, approval])('that is added to object %i is no change', async (number) => {
    expect(await judgeEntries(number, '', '/Type /Annot')).toEqual(unchanged)
  })

  test('that is added to a signed field is no change', async () => {
    const file = await openForIncrement(build({}))
    const { dict } = topFields(file.pdf).find((one) => one.name === 'b')!
    const signed = await saveSigned(file, dict, { at: time, name: 'Ada', references: [] }, fixture.ada)
    const text = Buffer.from(signed).toString('latin1')
    const start = text.lastIndexOf(`\n${approval} 0 obj`)
    const written = text.slice(text.indexOf('<<', start), text.indexOf('endobj', start))
    const revise = (entries: string) =>
      writeRevision(signed, new Map([[approval, written.replace('<<', `<< ${entries}`)]]))
    expect(await judge(await signedElsewhere(fixture, revise('/Type /Annot')))).toEqual(unchanged)
    for (const entries of ['/Type /Sig', '/Type /Annot /TU (x)'])
      expect(await judge(revise(entries))).toMatchObject(refused)
  })

  test.each([field, note])('of object %i that is another, or changes with more', async (number) => {
    for (const [before, after] of [
      ['', '/Type /XObject'],
      ['', `/Type ${name} 0 R`],
      ['/Type /Annot', ''],
      ['/Type /Link', '/Type /Annot'],
      ['', '/Type /Annot /Rotate 90'],
    ])
      expect(await judgeEntries(number, before!, after!)).toMatchObject(refused)
  })

  test('that is added to an object which is also something else', async () => {
    const resources = `/Properties << /A ${note} 0 R >>`
    expect(await judgeEntries(note, '', '/Type /Annot', resources)).toMatchObject(refused)
  })
})
