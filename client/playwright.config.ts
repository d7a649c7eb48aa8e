import { defineConfig, devices } from '@playwright/test'

// Chromium's own traffic (updates, sync) would only fill the log with refused connections.
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-gpu',
  '--no-first-run',
  // One process renders for all tests of a worker and keeps what it has compiled: a new one for each costs as much as the test.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  '--in-process-gpu',
  // Letters as wide as they are on a screen: without windows the browser would round them.
  '--font-render-hinting=none',
  // No page lives long enough here to earn back what optimising its code costs.
  '--js-flags=--no-maglev --no-turbofan',
]

export default defineConfig({
  testDir: 'e2e',
  // MEASURE=1 measures speed, on a machine that does nothing else.
  testIgnore: process.env.MEASURE ? [] : ['plan-drag.spec.ts'],
  globalSetup: './e2e/setup.ts',
  outputDir: 'test-results/failures',
  forbidOnly: !!process.env.CI,
  fullyParallel: true,
  // A third would take turns with the servers and the browsers of two.
  workers: 2,
  timeout: 120_000,
  globalTimeout: 2_400_000,
  // As long as an action may wait: a machine with something else to do is no defect of the shop.
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 20_000,
    // TRACE=1 records what led to a failure, and its last page; always recording would double the suite's time.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: process.env.TRACE ? 'only-on-failure' : 'off',
    // A worker empties its context between tests: what a new one costs is mostly compiling the same scripts again.
    reuseContext: true,
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env.CHROMIUM, args: quiet },
  },
  projects: [
    {
      name: 'mobile',
      grepInvert: /@desktop/,
      // Few tests, begun first: each worker of another project needs a browser and a shop of its own.
      workers: 1,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
    {
      name: 'desktop',
      grepInvert: /@mobile/,
      use: { browserName: 'chromium', viewport: { width: 1440, height: 900 } },
    },
  ],
})
