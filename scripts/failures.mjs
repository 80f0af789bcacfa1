import { stripVTControlCharacters } from 'node:util'

const LINES = 15
const MOST = 20

/** The failed tests of a JSON report of Vitest. A file that fails outside of them, as in a hook, counts as one. */
export function failedTests({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [{ file: name, title: name, error: message }]
    return failed.map(({ fullName, failureMessages }) => ({
      file: name,
      title: `${name} › ${fullName}`,
      error: failureMessages.join('\n'),
    }))
  })
}

/** The failed journeys of a JSON report of Playwright, and its errors outside of them. */
export function failedJourneys(report) {
  const errors = report.errors.map((error) => ({ title: 'journeys', error: toText(error) }))
  return [...findJourneys(report, ({ ok }) => !ok), ...errors]
}

/** The journeys that passed only when they were run again. */
export function repeatedJourneys(report) {
  return findJourneys(report, ({ tests = [] }) => tests.some(({ status }) => status === 'flaky'))
}

function findJourneys({ suites }, isWanted) {
  const specs = ({ specs: own = [], suites: inner = [] }) => [...own, ...inner.flatMap(specs)]
  return suites
    .flatMap(specs)
    .filter(isWanted)
    .map(({ file, line, title, tests }) => ({
      title: `${file}:${line} › ${title}`,
      error: tests
        .flatMap(({ results }) => results.flatMap((result) => result.errors.map(toText)))
        .join('\n'),
    }))
}

const toText = ({ message, value }) => message ?? value ?? ''

/** The beginnings of the errors: what is kept of a long output is its end. */
export function describeFailures(failures) {
  const described = failures.slice(0, MOST).map(({ title, error }) => {
    const lines = stripVTControlCharacters(error ?? '')
      .split('\n')
      .filter((line) => line.trim() !== '')
    return [`✘ ${title}`, ...lines.slice(0, LINES).map((line) => `    ${line}`)].join('\n')
  })
  const more = failures.length - described.length
  return [...described, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n')
}
