import { origin } from '~/lib/origin'
import type { Language } from './highlight'
import cmake from './samples/CMakeLists.txt?raw'
import mobile from './samples/machines.ts?raw'
import node from './samples/move_arm.cpp?raw'
import manifest from './samples/package.xml?raw'
import job from './samples/repack.job.yaml?raw'
import type { SuiteId } from './suiteIds'

type SourceFile = { name: string; language: Language; code: string }
type Command = { language: Language; code: string }

/** The data of a part of the suite besides its texts, which are in the page's text. */
export type Suite = {
  id: SuiteId
  files: SourceFile[]
  /** Commands of the build's steps, in order; null for a step without one. */
  commands: (Command | null)[]
  /** Addresses of the documentation, in order. Those of this site begin with a slash. */
  documentation: string[]
}

const sh = (code: string) => ({ language: 'sh' as const, code })

/** The body of the terminal's example request; the browser test sends it as is. */
const question = '{"query":"{ products(first: 3) { nodes { name stock } } }"}'

export const suites: Suite[] = [
  {
    id: 'control',
    files: [
      { name: 'src/move_arm.cpp', language: 'cpp', code: node },
      { name: 'CMakeLists.txt', language: 'cmake', code: cmake },
      { name: 'package.xml', language: 'xml', code: manifest },
    ],
    commands: [
      sh('mkdir -p ~/catkin_ws/src/move_arm/src'),
      sh('cd ~/catkin_ws\nrosdep install --from-paths src --ignore-src -y'),
      sh('catkin_make && source devel/setup.bash'),
      sh('rosrun move_arm move_arm'),
    ],
    documentation: [
      'https://wiki.ros.org/noetic/Installation/Ubuntu',
      'https://wiki.ros.org/actionlib',
      'https://docs.ros.org/en/noetic/api/control_msgs/html/action/FollowJointTrajectory.html',
      '/contact',
    ],
  },
  {
    id: 'ide',
    files: [{ name: 'repack.job.yaml', language: 'yaml', code: job }],
    commands: [null, sh(`python3 -c "import yaml; yaml.safe_load(open('repack.job.yaml'))"`), null],
    documentation: ['https://yaml.org/spec/1.2.2/', '/', '/contact'],
  },
  {
    id: 'mobile',
    files: [{ name: 'machines.ts', language: 'ts', code: mobile }],
    commands: [
      sh(`curl ${origin}/graphql \\\n  -H 'content-type: application/json' \\\n  -d '${question}'`),
      {
        language: 'ts',
        code: `const arms = await machines('${origin}', 'industrial')`,
      },
      null,
    ],
    documentation: [
      '/api/v1/openapi.json',
      'https://graphql.github.io/graphql-over-http/draft/',
      'https://reactnative.dev/docs/network',
    ],
  },
]
