/** Of the test run only, at whose end its databases are deleted. */
export const TEST_SECRET = 'a secret of the test run, long enough'
