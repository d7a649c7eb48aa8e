import { Icon, type IconName } from '~/ui/Icon'
import { Reveal } from '~/ui/Reveal'

const statistics = [
  { figure: '99.9%', label: 'uptime' },
  { figure: '24/7', label: 'support' },
]

const values: { title: string; icon: IconName; text: string }[] = [
  {
    title: 'Innovation First',
    icon: 'chip',
    text: 'Encoders behind the gears, dual-channel safety, open interfaces: each generation removes a compromise.',
  },
  {
    title: 'Expert Team',
    icon: 'wrench',
    text: 'The engineers who design the joints answer your questions, from first sketch to finished cell.',
  },
  {
    title: '24/7 Support',
    icon: 'refresh',
    text: 'Round-the-clock technical support and maintenance.',
  },
  {
    title: 'Quality Assured',
    icon: 'ruler',
    text: 'ISO certified manufacturing and rigorous testing. A calibration report comes with every arm.',
  },
]

/** The two statistics and the four value cards. */
export function WhyChooseUs() {
  return (
    <div className="grid gap-x-8 gap-y-8 lg:grid-cols-12">
      <dl className="grid grid-cols-2 content-start gap-6 lg:col-span-3 lg:grid-cols-1">
        {statistics.map(({ figure, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="label mt-3 text-faint uppercase">{label}</dt>
            <dd className="text-h1 font-semibold figures [font-stretch:125%]">{figure}</dd>
          </div>
        ))}
      </dl>
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:col-span-9">
        {values.map(({ title, icon, text }, index) => (
          <Reveal as="li" kind="card" index={index} key={title} className="border-t pt-4">
            <h3 className="flex items-center justify-between gap-4">
              {title}
              <Icon name={icon} className="size-6 text-faint" />
            </h3>
            <p className="mt-2 max-w-prose text-small text-muted">{text}</p>
          </Reveal>
        ))}
      </ul>
    </div>
  )
}
