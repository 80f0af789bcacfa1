import { describe, expect, test } from 'vitest'
import { loadPdf } from '#lib/pdf/file/load'
import { buildPdf, catalogNumber, firstPage } from '#lib/pdf/fixtures/build'
import { toRevision } from './timeline.ts'
import { trailerNumber, Uses } from './uses.ts'

const opened = async (objects: Record<number, string>, catalog = '/A 20 0 R', trailer = '') =>
  toRevision(await loadPdf(buildPdf({ catalog, objects, trailer })))

describe('the uses of an object', () => {
  test('are the references that lead to it, by their holder and path', async () => {
    const revision = await opened(
      { 20: '<< /B [21 0 R << /C 21 0 R >>] /D 22 0 R >>', 21: '(a)', 22: '[21 0 R 21 0 R]' },
      '/A 20 0 R',
      '/Own 21 0 R',
    )
    expect(new Uses(revision, new Set([21])).of(21)).toEqual(
      expect.arrayContaining([
        { holder: 20, path: '/B/[]' },
        { holder: 20, path: '/B/[]/C' },
        { holder: 22, path: '/[]' },
        { holder: 22, path: '/[]' },
        { holder: trailerNumber, path: '/Own' },
      ]),
    )
    expect(new Uses(revision, new Set([firstPage])).of(firstPage)).toEqual([{ holder: 2, path: '/Kids/[]' }])
  })

  test('do not count where nothing leads to the holder', async () => {
    const revision = await opened({ 20: '(a)', 21: '<< /B 20 0 R >>' })
    expect(new Uses(revision, new Set([20])).of(20)).toEqual([{ holder: catalogNumber, path: '/A' }])
  })

  test('follow the changes of holders, and reach what they newly refer to', async () => {
    const before = await opened({ 20: '<< /B 21 0 R >>', 21: '(a)', 22: '<< /C 21 0 R >>' })
    const after = await opened({ 20: '<< /D 22 0 R >>', 21: '(a)', 22: '<< /C 21 0 R >>' })
    const uses = new Uses(before, new Set([21, 22]))
    expect(uses.of(21)).toEqual([{ holder: 20, path: '/B' }])
    expect(uses.of(22)).toEqual([])
    uses.advance(after, [20])
    expect(uses.of(21)).toEqual([{ holder: 22, path: '/C' }])
    expect(uses.of(22)).toEqual([{ holder: 20, path: '/D' }])
  })
})
