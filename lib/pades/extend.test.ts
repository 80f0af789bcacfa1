import { expect, test } from 'vitest'
import { catalogNumber, firstPage, pdfObjects, writeRevision } from '#lib/pdf/fixtures/build'
import { extendRevision } from './extend.ts'
import { allRevisions, makeProcessFixture, time } from './fixtures/process.ts'
import { makeStamping, testStamper } from './fixtures/stamps.ts'
import { verifyPdf } from './verify.ts'

test('a file whose page tree is a single page can be extended: the time stamp is on that page', async () => {
  const fixture = await makeProcessFixture()
  const objects = pdfObjects({ pages: [{ mediaBox: [0, 0, 595, 842] }] })
  objects.set(catalogNumber, `<< /Type /Catalog /Pages ${firstPage} 0 R >>`)
  const { sealed } = await allRevisions(fixture, writeRevision(null, objects))
  const stamp = makeStamping(await testStamper(() => time), time)
  const { valid, faults, signatures } = await verifyPdf(
    await extendRevision(sealed, { ...fixture.platform, stamp }),
  )
  expect([valid, faults]).toEqual([true, []])
  expect(signatures.at(-1)).toMatchObject({ subFilter: 'ETSI.RFC3161', coversWholeFile: true })
})
