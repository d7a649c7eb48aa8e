import { Icon } from './Icon'

/**
 * The result of a form as a whole. The live regions stay in the document, so that screen readers announce new messages.
 */
export function FormMessage({ failure, success }: { failure?: string | null; success?: string | false }) {
  return (
    <>
      <div role="alert">{failure && <Box tone="error">{failure}</Box>}</div>
      <div role="status">{success && <Box tone="ok">{success}</Box>}</div>
    </>
  )
}

function Box({ tone, children }: { tone: 'error' | 'ok'; children: string }) {
  const [line, colour] = tone === 'error' ? ['border-error', 'text-error'] : ['border-ok', 'text-ok']
  return (
    <p className={`mb-6 flex items-start gap-3 border-l-2 bg-raised px-4 py-3 text-small ${line}`}>
      <Icon name={tone === 'error' ? 'alert' : 'check'} className={`mt-px size-5 ${colour}`} />
      {children}
    </p>
  )
}
