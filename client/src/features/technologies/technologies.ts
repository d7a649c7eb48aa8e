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
    text: 'Recognition runs next to the controller. It identifies a part and passes its pose to the arm. On the mobile assistant, it checks each grasp and retries if needed. Pictures stay on the machine.',
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
    text: 'One processor controls every axis, once per millisecond. Two separate channels monitor stop, speed and position, and cut torque if they disagree.',
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
    text: 'A stereo camera projects a pattern, so it measures depth even on parts without texture. Mobile robots map with lidar and keep their distance with 360° safety scanners.',
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
    text: 'Teach positions by guiding the arm by hand. The program includes the load, and the rail adjusts its acceleration. With a camera, the path follows the part.',
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
    text: 'Connect to your existing control: from a PLC by PROFINET, EtherNet/IP or Modbus TCP, or from your own program by ROS Noetic driver or C++17 library.',
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
    text: 'Mobile robots run on lithium iron phosphate batteries, dock on their own and charge between jobs. Arms plug into a standard socket and run on 48 V inside.',
    figures: [
      { value: '8 h', label: 'run time of the mobile base', productId: '4' },
      { value: '2.5 h', label: 'to charge it at 30 A', productId: '4' },
      { value: '250 W', label: 'typical for the fixed arm', productId: '3' },
    ],
    productIds: ['4', '2', '6', '3'],
  },
]
