import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { Button } from './Button'
import { controlStyles } from './Field'

/** The parts of an error page besides its actions: a search, and a drawing with `code` in it. */
export default function ErrorHelp({ code }: { code: string }): ReactNode {
  const navigate = useNavigate()
  return (
    <div className="mt-12 grid items-start gap-x-8 gap-y-10 border-t pt-8 lg:grid-cols-12">
      <search className="lg:col-span-5">
        <form
          className="grid gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            navigate(paths.search(String(new FormData(event.currentTarget).get('q'))))
          }}
        >
          <label htmlFor="error-search" className="label text-muted">
            Search products
          </label>
          <div className="flex gap-3">
            <input
              id="error-search"
              name="q"
              type="search"
              maxLength={200}
              placeholder="Name or model"
              className={`${controlStyles} min-w-0`}
            />
            <Button type="submit">Search</Button>
          </div>
        </form>
      </search>
      <svg
        viewBox="0 0 480 200"
        className="w-full fill-none stroke-control lg:col-span-6 lg:col-start-7"
        aria-hidden="true"
      >
        <path d="M20 180h440M70 180v-14h60v14M84 166a16 16 0 0 1 32 0" className="stroke-muted" />
        <path
          d="M93 152 146 62M107 158 158 72M146 62a9 9 0 1 1 14 11M158 58 262 40M160 73l104-17"
          className="stroke-fg"
        />
        <path d="M262 40a9 9 0 1 1 2 16M258 64v14h24V64M258 78v18M282 78v18" className="stroke-fg" />
        <path d="M240 130h60v50h-60Z" strokeDasharray="6 5" className="stroke-signal" />
        <path d="M330 130v50M326 130h8M326 180h8" />
        <text x="342" y="160" className="fill-muted stroke-none font-mono text-[0.75rem]">
          {code}
        </text>
      </svg>
    </div>
  )
}
