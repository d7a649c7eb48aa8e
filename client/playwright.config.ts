import { defineConfig, devices } from '@playwright/test'

// Chromium's background requests (updates, sync) would fill the log with refused connections.
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-gpu',
  '--no-first-run',
  // All tests of a worker share one renderer and its compiled scripts; starting one per test doubles a test's time.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  '--in-process-gpu',
  // Headless Chromium rounds glyph widths unless this is set; layout tests need the widths of a real screen.
  '--font-render-hinting=none',
  // Pages are too short-lived for optimising JIT tiers to pay off.
  '--js-flags=--no-maglev --no-turbofan',
]

export default defineConfig({
  testDir: 'e2e',
  // MEASURE=1 runs the speed measurements, which need an otherwise idle machine.
  testIgnore: process.env.MEASURE ? [] : ['plan-drag.spec.ts'],
  globalSetup: './e2e/setup.ts',
  outputDir: 'test-results/failures',
  forbidOnly: !!process.env.CI,
  fullyParallel: true,
  // A third worker would compete for CPU with the servers and browsers of the first two.
  workers: 2,
  timeout: 120_000,
  globalTimeout: 2_400_000,
  // Equal to the action timeout: a busy machine must not fail a test.
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 20_000,
    // TRACE=1 records traces of failures; recording always would double the suite's duration.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: process.env.TRACE ? 'only-on-failure' : 'off',
    // Reusing the context between tests saves compiling the same scripts again.
    reuseContext: true,
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env.CHROMIUM, args: quiet },
  },
  projects: [
    {
      name: 'mobile',
      grepInvert: /@desktop/,
      // Few tests, started first: each worker of another project needs its own browser and server.
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
