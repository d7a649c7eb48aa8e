/** The three tabs: control, visual IDE and mobile. */
export const suiteIds = ['control', 'ide', 'mobile'] as const

export type SuiteId = (typeof suiteIds)[number]

export const isSuiteId = (text: string | null): text is SuiteId => suiteIds.some((id) => id === text)
