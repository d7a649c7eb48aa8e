import { act } from '@testing-library/react'
import type { MockResponse } from './mockGraph'

/** Responses to an operation that the test gives, in the order of the requests. */
export function held() {
  const waiting: ((response: MockResponse) => void)[] = []
  return {
    mock: () => new Promise<MockResponse>((resolve) => waiting.push(resolve)),
    /** How many requests have no response yet. */
    count: () => waiting.length,
    /** Responds to the oldest request. */
    respond: (response: MockResponse) => act(async () => waiting.shift()?.(response)),
  }
}
