import { defineConfig } from '@playwright/test'

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** `npm test` starts the service and says where it is; by hand: BASE_URL=http://localhost:3000 playwright test. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Each journey has a tenant of its own.
  workers: 2,
  // `npm test` names those that passed only when they were run again.
  retries: 1,
  reporter: [['list'], ['json']],
  use: {
    baseURL: process.env.BASE_URL ?? 'http://localhost:3000',
    locale: 'en-GB',
    // Starting it in each journey takes a seventh of the time: those that are offline for a while allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording takes a quarter of the time: `playwright test --trace on` when a journey fails.
    trace: 'off',
    launchOptions: { executablePath: process.env.CHROME_PATH, args: quiet },
  },
})
