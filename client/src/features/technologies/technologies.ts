/** A figure as it stands in the data of one product. */
export type Figure = { value: string; label: string; productId: string }

export type Technology = {
  /** Fragment of its address; three of them are what the home page's feature cards link to. */
  id: 'neural' | 'security' | 'vision' | 'automation' | 'connectivity' | 'power'
  title: string
  /** The feature card of the home page that this technology stands behind. */
  behaviour?: string
  text: string
  figures: Figure[]
  /** The products that use it. */
  productIds: string[]
}

/** The six technologies in the order of the page. */
export const technologies: Technology[] = [
  {
    id: 'neural',
    title: 'AI',
    behaviour: 'Neural Processing',
    text: 'Recognition runs beside the controller. It names a part and hands its pose to the arm; at the wrist of the mobile assistant it checks each grasp, and lets the robot try again. No picture has to leave the machine.',
    figures: [
      { value: '0.5 s', label: 'per scene, typical', productId: '9' },
      { value: '50 pictures', label: 'or a STEP file for a new part', productId: '9' },
      { value: '32', label: 'parts per job at most', productId: '9' },
    ],
    productIds: ['9', '2', '6'],
  },
  {
    id: 'security',
    title: 'Advanced Processors',
    behaviour: 'Advanced Security',
    text: 'One processor closes every axis once a millisecond. Stop, speed and position are not left to it: two channels watch them, compare what they see, and take the torque away when they disagree.',
    figures: [
      { value: '1 ms', label: 'control cycle over EtherCAT', productId: '3' },
      { value: 'PL d', label: 'EN ISO 13849-1, Category 3', productId: '3' },
      { value: '19-bit', label: 'absolute encoder behind each gear', productId: '3' },
    ],
    productIds: ['3', '1', '10', '2'],
  },
  {
    id: 'vision',
    title: 'Vision Systems',
    text: 'A stereo camera measures with a projected pattern, so that parts without texture have a depth as well. Mobile robots map with lidar and keep their distance with safety scanners that see all the way round.',
    figures: [
      { value: '0.4 mm', label: 'depth noise at 700 mm (1 σ)', productId: '9' },
      { value: '620 × 390 mm', label: 'field of view at 700 mm', productId: '9' },
      { value: '25 m', label: 'mapping range of the mobile base', productId: '4' },
    ],
    productIds: ['9', '4', '2'],
  },
  {
    id: 'automation',
    title: 'Manipulation',
    behaviour: 'Smart Automation',
    text: 'Positions are taught by leading the arm by hand. The load is part of the program, and the rail accelerates less when the load asks for it. Where a camera is mounted, the path follows the part.',
    figures: [
      { value: '±0.03 mm', label: 'repeatability, ISO 9283', productId: '3' },
      { value: '6 kg', label: 'payload at 900 mm reach', productId: '3' },
      { value: '20 to 150 N', label: 'grip force over 80 mm of stroke', productId: '7' },
    ],
    productIds: ['1', '3', '10', '7', '8', '5'],
  },
  {
    id: 'connectivity',
    title: 'Connectivity',
    text: 'Machines answer to the control that is already there: a PLC reaches them by PROFINET, EtherNet/IP or Modbus TCP, your own program by a ROS Noetic driver or a C++17 library.',
    figures: [
      { value: 'RS-485', label: 'at the tool flange, Modbus RTU', productId: '3' },
      { value: 'VDA 5050', label: 'and REST for a fleet', productId: '4' },
      { value: 'Wi-Fi 6', label: 'on the mobile assistant', productId: '2' },
    ],
    productIds: ['3', '1', '2', '4', '9'],
  },
  {
    id: 'power',
    title: 'Power Management',
    text: 'Mobile robots run on lithium iron phosphate, find their dock by themselves and plan their charging around the work. Arms take what an ordinary socket gives and distribute it at 48 V.',
    figures: [
      { value: '8 h', label: 'run time of the mobile base', productId: '4' },
      { value: '2.5 h', label: 'to charge it at 30 A', productId: '4' },
      { value: '250 W', label: 'typical for the fixed arm', productId: '3' },
    ],
    productIds: ['4', '2', '6', '3'],
  },
]
