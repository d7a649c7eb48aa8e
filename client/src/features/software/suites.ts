import { origin } from '~/lib/origin'
import type { Language } from './highlight'
import cmake from './samples/CMakeLists.txt?raw'
import mobile from './samples/machines.ts?raw'
import node from './samples/move_arm.cpp?raw'
import manifest from './samples/package.xml?raw'
import job from './samples/repack.job.yaml?raw'

export type SuiteId = 'control' | 'ide' | 'mobile'
export type SourceFile = { name: string; language: Language; code: string }
/** `later` marks what comes with the suite; everything else works today. */
export type Statement = { text: string; later?: boolean }
/** An address of this site begins with a slash. */
export type Reference = { text: string; href: string }

export type Suite = {
  id: SuiteId
  files: SourceFile[]
  features: Statement[]
  dependencies: { label: string; value: string }[]
  build: (Statement & { command?: { language: Language; code: string } })[]
  requirements: { label: string; value: string }[]
  documentation: Reference[]
}

const sh = (code: string) => ({ language: 'sh' as const, code })

/** The body of the question that the terminal can ask; the browser test sends it as it stands. */
const question = '{"query":"{ products(first: 3) { nodes { name stock } } }"}'

/** The three tabs: control, visual IDE and mobile. */
export const suites: Suite[] = [
  {
    id: 'control',
    files: [
      { name: 'src/move_arm.cpp', language: 'cpp', code: node },
      { name: 'CMakeLists.txt', language: 'cmake', code: cmake },
      { name: 'package.xml', language: 'xml', code: manifest },
    ],
    features: [
      { text: 'Trajectories through the FollowJointTrajectory action' },
      { text: 'All seven axes of the rail arm in one trajectory' },
      { text: 'Cancel goals, and get a reason for every refusal' },
      { text: 'C++17 library for programs without ROS' },
      { text: 'Run Visual IDE job lists from a node', later: true },
    ],
    dependencies: [
      { label: 'roscpp', value: 'node and parameters' },
      { label: 'actionlib', value: 'goals and results' },
      { label: 'control_msgs', value: 'the action' },
      { label: 'trajectory_msgs', value: 'its points' },
    ],
    build: [
      {
        text: 'Create a package and add the three files.',
        command: sh('mkdir -p ~/catkin_ws/src/move_arm/src'),
      },
      {
        text: 'Install dependencies.',
        command: sh('cd ~/catkin_ws\nrosdep install --from-paths src --ignore-src -y'),
      },
      { text: 'Build it.', command: sh('catkin_make && source devel/setup.bash') },
      {
        text: 'Start the driver, clear the cell, and run the node.',
        command: sh('rosrun move_arm move_arm'),
      },
    ],
    requirements: [
      { label: 'Operating system', value: 'Ubuntu 20.04' },
      { label: 'Middleware', value: 'ROS Noetic' },
      { label: 'Language', value: 'C++17' },
      { label: 'Build', value: 'CMake 3.10+' },
    ],
    documentation: [
      { text: 'Installing ROS Noetic', href: 'https://wiki.ros.org/noetic/Installation/Ubuntu' },
      { text: 'actionlib', href: 'https://wiki.ros.org/actionlib' },
      {
        text: 'FollowJointTrajectory',
        href: 'https://docs.ros.org/en/noetic/api/control_msgs/html/action/FollowJointTrajectory.html',
      },
      { text: 'Driver manual, by model code', href: '/contact' },
    ],
  },
  {
    id: 'ide',
    files: [{ name: 'repack.job.yaml', language: 'yaml', code: job }],
    features: [
      { text: 'A job is one text file to review, compare and version' },
      { text: 'Blocks and text are two views of the same file', later: true },
      { text: 'Hand-taught positions keep their names', later: true },
      { text: 'Preview the path before the arm moves', later: true },
      { text: 'Add your own steps as C++17 plug-ins', later: true },
    ],
    dependencies: [
      { label: 'YAML 1.2', value: 'the job file' },
      { label: 'ROS Noetic driver', value: 'runs it' },
      { label: 'A current browser', value: 'shows it' },
    ],
    build: [
      { text: 'Write the job in any editor; the format may still change before the release.' },
      {
        text: 'Check that it is well-formed.',
        command: sh(`python3 -c "import yaml; yaml.safe_load(open('repack.job.yaml'))"`),
      },
      { text: 'Open it in the Visual IDE, preview the path, and send it to the controller.', later: true },
    ],
    requirements: [
      { label: 'Control computer', value: 'Ubuntu 20.04' },
      { label: 'Middleware', value: 'ROS Noetic' },
      { label: 'Plug-ins', value: 'C++17' },
      { label: 'Build of plug-ins', value: 'CMake 3.10+' },
    ],
    documentation: [
      { text: 'YAML 1.2', href: 'https://yaml.org/spec/1.2.2/' },
      { text: 'The same job on the home page', href: '/' },
      { text: 'Teaching on the pendant, by model code', href: '/contact' },
    ],
  },
  {
    id: 'mobile',
    files: [{ name: 'machines.ts', language: 'ts', code: mobile }],
    features: [
      { text: 'Name, stock and price of every machine in one request' },
      { text: 'No key for the catalogue; bearer token for cart and orders' },
      { text: 'Amounts as exact decimals with their currency' },
      { text: "Your machines' jobs, alarms and battery at a glance", later: true },
    ],
    dependencies: [
      { label: 'fetch', value: 'part of the platform' },
      { label: 'TypeScript', value: 'types only' },
    ],
    build: [
      {
        text: 'Try it from a terminal first.',
        command: sh(
          `curl ${origin}/graphql \\\n  -H 'content-type: application/json' \\\n  -d '${question}'`,
        ),
      },
      {
        text: 'Copy machines.ts into your app and call it.',
        command: {
          language: 'ts',
          code: `const arms = await machines('${origin}', 'industrial')`,
        },
      },
      { text: 'Or install the app.', later: true },
    ],
    requirements: [
      { label: 'Client', value: 'React Native, Node 20 or a browser' },
      { label: 'Control computer, live view', value: 'Ubuntu 20.04' },
      { label: 'Middleware', value: 'ROS Noetic' },
      { label: 'Language of the driver', value: 'C++17' },
      { label: 'Build of the driver', value: 'CMake 3.10+' },
    ],
    documentation: [
      { text: 'The same data by REST (OpenAPI 3.1)', href: '/api/v1/openapi.json' },
      { text: 'GraphQL over HTTP', href: 'https://graphql.github.io/graphql-over-http/draft/' },
      { text: 'Networking in React Native', href: 'https://reactnative.dev/docs/network' },
    ],
  },
]

export function isSuiteId(text: string | null): text is SuiteId {
  return suites.some(({ id }) => id === text)
}
