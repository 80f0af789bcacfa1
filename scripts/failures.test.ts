import { describe, expect, test } from 'vitest'
import { describeFailures, failedJourneys, failedTests, repeatedJourneys } from './failures.mjs'

describe('the failures of a run', () => {
  test('are the failed tests, and the files that failed before them or in a hook', () => {
    const report = {
      testResults: [
        { name: 'lib/a.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
        {
          ...{ name: 'lib/b.test.ts', status: 'failed' },
          assertionResults: [
            { status: 'passed' },
            { status: 'failed', fullName: 'a store is read', failureMessages: ['InternalError: try again'] },
          ],
        },
        { name: 'lib/c.test.ts', status: 'failed', message: 'SyntaxError: here', assertionResults: [] },
        {
          ...{ name: 'lib/d.test.ts', status: 'failed', message: 'Error: not closed' },
          assertionResults: [{ status: 'passed' }],
        },
      ],
    }
    expect(failedTests(report)).toEqual([
      {
        file: 'lib/b.test.ts',
        title: 'lib/b.test.ts › a store is read',
        error: 'InternalError: try again',
      },
      { file: 'lib/c.test.ts', title: 'lib/c.test.ts', error: 'SyntaxError: here' },
      { file: 'lib/d.test.ts', title: 'lib/d.test.ts', error: 'Error: not closed' },
    ])
  })

  test('are the failed journeys in all suites, and what failed outside of them', () => {
    const failed = { ok: false, file: 'roles.spec.ts', line: 83, title: 'each role' }
    const tests = [{ results: [{ errors: [{ message: 'Error: not visible' }, { value: 'thrown' }] }] }]
    const report = {
      suites: [{ specs: [{ ok: true }], suites: [{ specs: [{ ...failed, tests }] }] }],
      errors: [{ message: 'Error: no worker' }],
    }
    expect(failedJourneys(report)).toEqual([
      { title: 'roles.spec.ts:83 › each role', error: 'Error: not visible\nthrown' },
      { title: 'journeys', error: 'Error: no worker' },
    ])
  })

  test('are apart from the journeys that passed when they were run again', () => {
    const tests = [{ status: 'flaky', results: [{ errors: [{ message: 'Error: hidden' }] }, { errors: [] }] }]
    const flaky = { ok: true, file: 'vault.spec.ts', line: 7, title: 'a search', tests }
    const report = { suites: [{ specs: [{ ok: true }, flaky] }], errors: [] }
    expect(failedJourneys(report)).toEqual([])
    expect(repeatedJourneys(report)).toEqual([
      { title: 'vault.spec.ts:7 › a search', error: 'Error: hidden' },
    ])
  })

  test('are described by the beginnings of their errors, without colours', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`)
    const described = describeFailures([{ title: 'a › b', error: `\u001b[31m${lines.join('\n')}\u001b[39m` }])
    expect(described).toMatch(/^✘ a › b\n {4}line 0\n {4}line 1\n/)
    expect(described.split('\n')).toHaveLength(16)
    const many = Array.from({ length: 25 }, () => ({ title: 'a', error: 'b' }))
    expect(describeFailures(many)).toMatch(/\n… and 5 more$/)
  })
})
