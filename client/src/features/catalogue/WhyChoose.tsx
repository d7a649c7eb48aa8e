import { settings } from '~/lib/settings'
import { Section, SectionHeading } from '~/ui/Layout'

const reasons = [
  {
    title: 'Figures with their conditions',
    text: 'A payload counts only together with its reach and acceleration, a repeatability only with its standard. Every plate and table here gives both, and an arm is delivered with its calibration report.',
  },
  {
    title: 'Parts that fit each other',
    text: 'The gripper, the fixed arm, the rail and the collaborative robot share one flange, one tool supply and one controller family. What you buy first is not in the way of what you buy next.',
  },
  {
    title: 'Open to your own software',
    text: 'Arms and mobile robots come with a ROS Noetic driver and a C++17 library. In a production line they answer to PROFINET, EtherNet/IP or Modbus TCP.',
  },
  {
    title: 'Engineers who answer',
    text: 'The people who build the machines answer within 24 hours, Monday to Friday. A service contract adds round-the-clock technical support, maintenance and spare parts.',
  },
]

export function WhyChoose() {
  const shop = settings()
  return (
    <Section tight>
      <SectionHeading label="Why us" title={`Why Choose ${shop.name}`} />
      <dl className="grid gap-x-8 gap-y-6 md:ml-[calc(25%+0.5rem)] md:grid-cols-2">
        {reasons.map(({ title, text }) => (
          <div key={title} className="border-t pt-4">
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-2 max-w-prose text-small text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
