import { beforeAll, describe, expect, test } from 'vitest'
import { startProcessorClock } from '#lib/testing/values/processor-time'
import { makeProcessFixture, signedElsewhere } from '../fixtures/process.ts'
import { verifyPdf } from '../verify.ts'

/** Each adds a field to the form, so that every revision has a larger form than the one before. */
const SIGNATURE_COUNT = 150

let file: Uint8Array

beforeAll(async () => {
  const fixture = await makeProcessFixture()
  file = await signedElsewhere(fixture)
  for (let count = 1; count < SIGNATURE_COUNT; count++) file = await signedElsewhere(fixture, file)
}, 120_000)

describe(`a file with ${SIGNATURE_COUNT} signatures`, () => {
  test('is verified in the time of a request, each signature against all later ones', async () => {
    const getMilliseconds = startProcessorClock()
    const { signatures, valid } = await verifyPdf(file)
    expect(getMilliseconds()).toBeLessThan(10_000)
    expect(valid).toBe(true)
    expect(signatures).toHaveLength(SIGNATURE_COUNT)
    for (const [index, signature] of signatures.entries()) {
      const laterCount = signature.modifications.length + signature.omittedModifications
      expect(laterCount).toBe(SIGNATURE_COUNT - 1 - index)
      expect(signature.changedAfterSigning).toBe(false)
    }
  })

  test('without enough time is neither valid nor called changed: the report says what was not verified', async () => {
    const { signatures, valid } = await verifyPdf(file, { milliseconds: 0 })
    expect(valid).toBe(false)
    expect(signatures).toHaveLength(SIGNATURE_COUNT)
    for (const { isJudged, digestOk, changedAfterSigning, faults } of signatures) {
      expect({ isJudged, digestOk, changedAfterSigning }).toEqual({
        isJudged: false,
        digestOk: null,
        changedAfterSigning: false,
      })
      expect(faults.join()).toMatch(/needs too much time/)
    }
  })

  test('whose time ends in between has signatures of both kinds', async () => {
    const begun = performance.now()
    await verifyPdf(file)
    const { signatures } = await verifyPdf(file, { milliseconds: (performance.now() - begun) / 3 })
    expect(signatures.at(0)!.isJudged).toBe(false)
    for (const { isJudged, changedAfterSigning, valid } of signatures) {
      expect(changedAfterSigning).toBe(false)
      expect(valid).toBe(isJudged)
    }
  })
})
