import { expect, test } from 'vitest'
import { allRevisions, makeProcessFixture, signedElsewhere } from '../../lib/pades/fixtures/process.ts'
import { openForIncrement, saveIncrement } from '../../lib/pades/increment.ts'
import { topFields } from '../../lib/pdf/fields/fields.ts'
import { textString } from '../../lib/pdf/file/objects.ts'
import { buildPdf } from '../../lib/pdf/fixtures/build.ts'
import { checkPdf } from '../verify/check-pdf.ts'
import { Findings } from '../verify/report.ts'

const noRoots = { roots: [], signerRoots: [], stampRoots: [] }
const trust = { ...noRoots, logKey: null, witnesses: [], quorum: 0, now: new Date() }

test.each([false, true])(
  'a file whose signatures are valid, changed after one of them: %o',
  async (isChanged) => {
    const fixture = await makeProcessFixture()
    const form = buildPdf({
      pages: [{ mediaBox: [0, 0, 595, 842] }, { mediaBox: [0, 0, 595, 842] }],
      catalog: '/AcroForm << /Fields [20 0 R] /SigFlags 3 >>',
      objects: {
        20: '<< /FT /Tx /T (amount) /Type /Annot /Subtype /Widget /Rect [50 50 90 70] /P 1001 0 R >>',
      },
    })
    const signed = await signedElsewhere(fixture, form)
    const file = await openForIncrement(signed)
    topFields(file.pdf)
      .find(({ name }) => name === 'amount')!
      .dict.set('V', textString('9'))
    const { sealed } = await allRevisions(fixture, isChanged ? saveIncrement(file) : signed)
    const findings = new Findings()
    await checkPdf({ file: 'a.pdf', bytes: sealed, documentId: null }, null, trust, findings)
    const found = findings.checks.filter(({ id }) => id === 'pdf_signatures')
    const holds = expect.stringContaining('hold; nothing was changed after them.')
    const changed = 'After the signature of Stranger, something was changed that no later signer signed.'
    expect(found.map(({ outcome, text }) => [outcome, text])).toEqual(
      isChanged ? [['failed', changed]] : [['passed', holds]],
    )
  },
)
