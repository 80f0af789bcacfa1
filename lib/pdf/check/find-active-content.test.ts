import { PDF } from '@libpdf/core'
import { describe, expect, it } from 'vitest'
import {
  buildPdf,
  type FixtureOptions,
  firstPage,
  pdfObjects,
  stream,
  writeRevision,
} from '../fixtures/build.ts'
import { findActiveContent } from './find-active-content.ts'

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'

async function found(options: FixtureOptions) {
  return findActiveContent(await PDF.load(buildPdf(options), { lenient: false }))
}

/** A page with more entries. */
async function foundOnPage(entries: string, objects: Record<number, string> = {}) {
  const allObjects = pdfObjects({ objects })
  allObjects.set(firstPage, allObjects.get(firstPage)!.replace(/>>\s*$/, `${entries} >>`))
  return findActiveContent(await PDF.load(writeRevision(null, allObjects), { lenient: false }))
}

describe('findActiveContent', () => {
  it('finds nothing in an ordinary file', async () => {
    const link =
      '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com) >> >>'
    const form = '/AcroForm << /Fields [20 0 R] >> /OpenAction [1001 0 R /Fit]'
    const field = '<< /FT /Tx /T (a) /Subtype /Widget /Rect [0 0 9 9] >>'
    expect(await found({ catalog: form, objects: { 20: field } })).toEqual([])
    expect(await foundOnPage(`/Annots [${link}]`)).toEqual([])
  })

  it.each<[string, FixtureOptions, string[]]>([
    ['an opening action', { catalog: `/OpenAction ${script}` }, ['javascript']],
    [
      'a chained action',
      {
        catalog: `/OpenAction << /S /GoTo /D [1001 0 R /Fit] /Next [<< /S /Named /N /NextPage /Next ${script} >>] >>`,
      },
      ['javascript'],
    ],
    [
      'a document script',
      {
        catalog: '/Names << /JavaScript << /Kids [20 0 R] >> >>',
        objects: { 20: `<< /Names [(a) 21 0 R] >>`, 21: script },
      },
      ['javascript'],
    ],
    ['a program', { catalog: '/OpenAction << /S /Launch /F (calc.exe) >>' }, ['launch']],
    [
      'an action of the document',
      { catalog: `/AA << /WC ${script} >>` },
      ['javascript', 'additional_actions'],
    ],
    [
      'a script of a field',
      {
        catalog: '/AcroForm << /Fields [20 0 R] >>',
        objects: {
          20: '<< /T (a) /Kids [21 0 R] >>',
          21: `<< /FT /Tx /T (b) /Parent 20 0 R /AA << /K ${script} >> >>`,
        },
      },
      ['javascript', 'additional_actions'],
    ],
    [
      'an action of an outline item',
      {
        catalog: '/Outlines 20 0 R',
        objects: {
          20: '<< /First 21 0 R /Last 22 0 R >>',
          21: '<< /Title (a) /Parent 20 0 R /Next 22 0 R >>',
          22: `<< /Title (b) /Parent 20 0 R /Prev 21 0 R /A ${script} >>`,
        },
      },
      ['javascript'],
    ],
    [
      'an embedded file',
      {
        catalog: '/Names << /EmbeddedFiles << /Names [(a) 20 0 R] >> >>',
        objects: { 20: '<< /Type /Filespec /F (a.exe) /EF << /F 21 0 R >> >>', 21: stream('MZ') },
      },
      ['embedded_files'],
    ],
    [
      'an XFA form',
      { catalog: '/AcroForm << /Fields [] /XFA 20 0 R >>', objects: { 20: stream('<xdp/>') } },
      ['xfa'],
    ],
  ])('finds %s', async (_what, options, kinds) => {
    expect(await found(options)).toEqual(kinds)
  })

  it('finds what annotations and pages do', async () => {
    expect(await foundOnPage(`/AA << /O ${script} >>`)).toEqual(['javascript', 'additional_actions'])
    expect(await foundOnPage(`/Annots [<< /Subtype /Link /A 20 0 R >>]`, { 20: script })).toEqual([
      'javascript',
    ])
    expect(
      await foundOnPage('/Annots [<< /Subtype /FileAttachment /FS << /F (a) /EF << /F 20 0 R >> >> >>]', {
        20: stream('x'),
      }),
    ).toEqual(['embedded_files'])
    expect(await foundOnPage('/Annots [<< /Subtype /Screen /A << /S /Rendition /JS (1) >> >>]')).toEqual([
      'javascript',
    ])
  })

  it.each([
    ['additional actions', { catalog: '/AA null' }],
    ['additional actions behind a missing reference', { catalog: '/AA 700 0 R' }],
    ['additional actions of the page tree', { inherited: '/AA << >>' }],
    ['an XFA form', { catalog: '/AcroForm << /Fields [] /XFA null >>' }],
    ['an embedded file', { catalog: '/AF [<< /Type /Filespec /EF null >>]' }],
    ['an action', { catalog: '/OpenAction null' }],
    ['an action with another type', { catalog: '/OpenAction << /S (JavaScript) /JS (1) >>' }],
    ['a script that is the name of an appearance', { catalog: '/AF [<< /AP << /S /JavaScript >> >>]' }],
  ])('does not find %s that is no value', async (_what, options) => {
    expect(await found(options)).toEqual([])
  })

  const clip = (data: string) =>
    `<< /S /Rendition /R << /S /MR /C << /Type /MediaClip /S /MCD /D ${data} >> >> >>`

  it.each<[string, FixtureOptions, string[]]>([
    [
      'the file of a media clip',
      {
        catalog: `/OpenAction ${clip('<< /Type /Filespec /EF << /F 20 0 R >> >>')}`,
        objects: { 20: stream('x') },
      },
      ['embedded_files'],
    ],
    [
      'no file where a media clip names one elsewhere',
      { catalog: `/OpenAction ${clip('<< /F (a.mp4) >>')}` },
      [],
    ],
    [
      'a file beside the catalog (14.13)',
      { catalog: '/AF [<< /Type /Filespec /EF << /F 20 0 R >> >>]', objects: { 20: stream('x') } },
      ['embedded_files'],
    ],
    [
      'a script behind a type that is escaped or referenced',
      { catalog: '/OpenAction [<< /S /Java#53cript >> << /S 20 0 R >>]', objects: { 20: '/Launch' } },
      ['javascript', 'launch'],
    ],
    [
      'a script in a stream',
      { catalog: '/OpenAction << /S /JavaScript /JS 20 0 R >>', objects: { 20: stream('app.alert(1)') } },
      ['javascript'],
    ],
    [
      'everything, in one order and once',
      {
        catalog: `/AcroForm << /XFA 20 0 R >> /AA << /WC ${script} /WS ${script} >> /AF [<< /EF << >> >>] /OpenAction << /S /Launch >>`,
        objects: { 20: stream('<xdp/>') },
      },
      ['javascript', 'launch', 'additional_actions', 'embedded_files', 'xfa'],
    ],
  ])('finds %s', async (_what, options, kinds) => {
    expect(await found(options)).toEqual(kinds)
  })

  it('does not follow destinations, parents, values and appearances', async () => {
    const skippedKeys = [
      'Parent',
      'P',
      'Prev',
      'Popup',
      'Dest',
      'D',
      'SE',
      'V',
      'AP',
      'MK',
      'DR',
      'Lock',
      'OC',
    ]
    for (const key of skippedKeys) {
      expect(await foundOnPage(`/Annots [<< /Subtype /Link /${key} 20 0 R >>]`, { 20: script })).toEqual([])
    }
  })

  it('ends on loops', async () => {
    const loop = {
      20: '<< /S /Named /N /NextPage /Next 21 0 R >>',
      21: '<< /S /Named /N /PrevPage /Next [20 0 R 21 0 R] >>',
    }
    expect(await found({ catalog: '/OpenAction 20 0 R', objects: loop })).toEqual([])
  })
})
