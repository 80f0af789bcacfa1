import { deflateSync } from 'node:zlib'
import { type PDF, PdfArray, PdfName, PdfStream } from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { topFields } from '#lib/pdf/fields/fields'
import { dict, textString } from '#lib/pdf/file/objects'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { javaSrgb } from '../../fixtures/java-srgb.ts'
import { makeProcessFixture, type ProcessFixture, signedElsewhere, time } from '../../fixtures/process.ts'
import { makeStamping, testStamper } from '../../fixtures/stamps.ts'
import { openForIncrement, saveIncrement, saveSigned, saveStamped } from '../../increment.ts'
import { verifyPdf } from '../../verify.ts'

let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

interface Intent {
  profile?: Buffer
  components?: number
  stream?: Parameters<typeof dict>[0]
  entries?: Parameters<typeof dict>[0]
  count?: number
}

function addIntents(
  pdf: PDF,
  { profile = javaSrgb('APPL'), components = 3, stream, entries, count = 1 }: Intent,
): void {
  const ref = pdf.context.register(new PdfStream(dict({ N: components, ...stream }), profile))
  const texts = { OutputCondition: textString('sRGB'), OutputConditionIdentifier: textString('sRGB') }
  const intent = dict({
    ...{ Type: '/OutputIntent', S: '/GTS_PDFA1', ...texts, DestOutputProfile: ref },
    ...entries,
  })
  const intents = new Array(count).fill(pdf.context.register(intent))
  pdf.context.catalog.getDict().set('OutputIntents', new PdfArray(intents))
}

/** Signs, then adds output intents in a step that ends as `how` says. */
async function judge(intent: Intent, how: 'signed' | 'stamped' | 'unsigned' = 'signed', catalog = '') {
  const form = '/AcroForm << /Fields [20 0 R] /SigFlags 3 >>'
  const base = buildPdf({ catalog: `${form} ${catalog}`, objects: { 20: '<< /FT /Sig /T (b) >>' } })
  const file = await openForIncrement(await signedElsewhere(fixture, base))
  addIntents(file.pdf, intent)
  const field = topFields(file.pdf).find(({ name }) => name === 'b')!.dict
  const save = async () => {
    if (how === 'stamped')
      return saveStamped(file, field, { stamp: makeStamping(await testStamper(() => time), time) })
    const entries = { at: time, name: 'Ada', references: [] }
    return how === 'signed' ? saveSigned(file, field, entries, fixture.ada) : saveIncrement(file)
  }
  const { valid, signatures } = await verifyPdf(await save())
  const { changedAfterSigning, modifications } = signatures[0]!
  return { valid, changedAfterSigning, kinds: modifications.map(({ kind }) => kind) }
}

describe('an output intent that a signer adds', () => {
  test.each(['APPL', 'MSFT'] as const)(
    'with the profile of sRGB that Java has on %s is no change',
    async (name) => {
      expect(await judge({ profile: javaSrgb(name) })).toEqual({
        valid: true,
        changedAfterSigning: false,
        kinds: ['metadata', 'signature_added'],
      })
    },
  )

  const darker = javaSrgb('APPL')
  darker[700] = darker[700]! ^ 1
  test.each<[string, Intent, ('signed' | 'stamped' | 'unsigned')?, string?]>([
    ['has another profile', { profile: darker }],
    ['has no profile', { profile: Buffer.alloc(0) }],
    ['has a profile of other components', { components: 4 }],
    [
      'has a profile that is compressed twice',
      {
        profile: deflateSync(deflateSync(javaSrgb('APPL'))),
        stream: { Filter: new PdfArray([PdfName.of('FlateDecode'), PdfName.of('FlateDecode')]) },
      },
    ],
    ['has a profile in a file', { stream: { F: textString('a.icc') } }],
    ['is one for printing', { entries: { S: '/GTS_PDFX' } }],
    ['has other entries', { entries: { DestOutputProfileRef: dict({}) } }],
    ['is one of two', { count: 2 }],
    ['has only a time stamp', {}, 'stamped'],
    ['has no signature', {}, 'unsigned'],
    ['replaces others', {}, 'signed', '/OutputIntents []'],
  ])('is content where it %s', async (_, intent, how, catalog) => {
    const { valid, changedAfterSigning, kinds } = await judge(intent, how, catalog)
    expect({ valid, changedAfterSigning }).toEqual({ valid: false, changedAfterSigning: true })
    expect(kinds).toContain('content')
  })
})
