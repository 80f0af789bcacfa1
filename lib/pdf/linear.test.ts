import { describe, it } from 'vitest'
import { expectLinear } from '#lib/testing/values/linear'
import { inflatesTooMuch } from './file/inflation.ts'
import { buildPdf } from './fixtures/build.ts'
import { contentTokens } from './import/content.ts'

describe('hostile PDF syntax is read in linear time', () => {
  it.each(['BI ', 'BI ID ', '(', '<', '%', '[', '/'])(
    'in a content stream of %j',
    async (unit) => {
      await expectLinear(unit, (text) => [...contentTokens(Buffer.from(text))])
    },
    120_000,
  )

  it.each(['/W%', '/W ', '/First%', '/First 1 ', '/W['])(
    'in the dictionaries of a file of %j',
    async (unit) => {
      await expectLinear(unit, (text) => {
        const objects = Object.fromEntries(
          Array.from({ length: 20 }, (_, index) => [
            20 + index,
            `<< /Filter /FlateDecode /Length 1 ${text.slice(0, 60_000)}\n>>\nstream\na\nendstream`,
          ]),
        )
        return inflatesTooMuch(buildPdf({ objects }))
      })
    },
    120_000,
  )
})
