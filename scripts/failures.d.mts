interface Failure {
  title: string
  error: string
}

export function failedTests(report: object): (Failure & { file: string })[]
export function failedJourneys(report: object): Failure[]
export function repeatedJourneys(report: object): Failure[]
export function describeFailures(failures: Failure[]): string
