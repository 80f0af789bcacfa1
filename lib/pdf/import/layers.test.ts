import { describe, expect, test } from 'vitest'
import { inspect } from '../check/inspect.ts'
import { loadPdf } from '../file/load.ts'
import { buildPdf } from '../fixtures/build.ts'
import { formFields } from './form-fields.ts'

/** A field on a layer, and the default configuration; objects 30 and 31 are the layers “Draft” and “Print”. */
async function read(layer: string, configuration: string, usage = '') {
  const bytes = buildPdf({
    catalog: `/AcroForm << /Fields [20 0 R] >> /OCProperties << /OCGs [30 0 R 31 0 R] /D << ${configuration} >> >>`,
    objects: {
      20: `<< /Type /Annot /Subtype /Widget /Rect [10 10 60 20] /FT /Tx /T (a) /OC ${layer} >>`,
      30: `<< /Type /OCG /Name (Draft) ${usage} >>`,
      31: '<< /Type /OCG /Name (Print) >>',
      1001: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Annots [20 0 R] >>',
    },
  })
  const pdf = await loadPdf(bytes)
  return formFields(pdf, inspect(pdf).pages)
}

const members = '/Type /OCMD /OCGs [30 0 R 31 0 R]'

describe('a field on a layer', () => {
  test.each([
    ['30 0 R', '/OFF [30 0 R]', 'Draft'],
    ['31 0 R', '/BaseState /OFF /ON [30 0 R]', 'Print'],
    [`<< ${members} >>`, '/OFF [30 0 R 31 0 R]', 'Draft'],
    [`<< ${members} /P /AllOn >>`, '/OFF [31 0 R]', 'Print'],
    [`<< ${members} /P /AllOff >>`, '/OFF [31 0 R]', 'Print'],
    [`<< ${members} /P /AllOff >>`, '/OFF [30 0 R]', 'Draft'],
    ['<< /Type /OCMD /OCGs 30 0 R >>', '/OFF [30 0 R]', 'Draft'],
    ['30 0 R', '/AS [<< /Event /View /OCGs [30 0 R] >>]', 'Draft'],
  ])('%s is not asked for with %s', async (layer, configuration, name) => {
    const usage = configuration.includes('/AS') ? '/Usage << /View << /ViewState /OFF >> >>' : ''
    const { fields, problems } = await read(layer, configuration, usage)
    expect(fields).toEqual([])
    expect(problems).toMatchObject([{ text: 'a', message: expect.stringContaining(`“${name}”`) }])
  })

  test.each([
    ['30 0 R', '/OFF [31 0 R]'],
    ['30 0 R', '/BaseState /OFF /ON [30 0 R]'],
    ['30 0 R', '/OFF 5'],
    [`<< ${members} >>`, '/OFF [31 0 R]'],
    ['<< /Type /OCMD /OCGs [] >>', '/OFF [31 0 R]'],
    ['700 0 R', '/OFF [31 0 R]'],
    ['30 0 R', '/OFF [30 0 R] /AS [<< /Event /View /OCGs [30 0 R] >>]'],
  ])('%s is imported with %s', async (layer, configuration) => {
    const usage = configuration.includes('/AS') ? '/Usage << /View << /ViewState /ON >> >>' : ''
    expect((await read(layer, configuration, usage)).fields).toHaveLength(1)
  })
})
