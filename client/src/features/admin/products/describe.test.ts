import { expect, it } from 'vitest'
import { describe } from './describe'

it.each([
  ['name', '"Arm"', 'Arm'],
  ['name', '""', '(none)'],
  ['price', 'null', '(none)'],
  ['listed', 'false', 'No'],
  ['preorderLimit', '3', '3'],
  ['highlights', '["Fast", "Safe"]', 'Fast\nSafe'],
  ['highlights', 'null', '(none)'],
  ['plate', '[{"label": "Mass", "value": "30 kg"}, {"label": "Reach", "value": ""}]', 'Mass: 30 kg\nReach'],
  [
    'specs',
    '[{"title": "Size", "items": [{"label": "Height", "value": "1 m"}, {"label": "Width", "value": "2 m"}]}]',
    'Size: Height: 1 m, Width: 2 m',
  ],
  ['technical', '[{"title": "Software", "items": ["ROS 2", "Python"]}]', 'Software: ROS 2, Python'],
  ['features', '[{"title": "Safe", "icon": "shield", "description": "It stops."}]', 'Safe: It stops.'],
  [
    'engineering',
    '{"kind": "ARM", "reachMm": 900, "toolFlange": "", "interfaces": ["CAN", "RS-485"]}',
    'Kind: ARM\nReach mm: 900\nInterfaces: CAN, RS-485',
  ],
  ['motion', 'null', '(none)'],
  ['motion', '{}', '(none)'],
  [
    'motion',
    '{"idleWatts": 90, "gripper": {"safety": 2, "stroke": 60}, "arm": {"upper": 400, "axes": [{"max": 170, "min": -170}]}}',
    'Arm with six axes\nAxis 1: From: -170 °, To: 170 °\nAxis 2 to axis 3: 400 mm\n' +
      'Gripper with two fingers\nOpening: 60 mm\nSafety factor: 2\nPower at standstill: 90 W',
  ],
  [
    'pricing',
    '{"service": {"title": "Care", "price": "€9", "period": "", "features": ["Cleaning", "Lid"], "popular": true}}',
    'Service: Care: €9, Cleaning, Lid, Popular',
  ],
  ['image', '{"url": "/a.jpg", "alt": "Arm from the left", "width": 9}', 'Arm from the left'],
  ['gallery', '[{"url": "/a.jpg", "alt": ""}, {"url": "/b.jpg", "alt": "Back"}]', '/a.jpg\nBack'],
  ['video', '{"url": "/media/a.mp4", "alt": "It lifts", "poster": "/b.jpg"}', 'It lifts, poster'],
  ['video', '{"url": "/media/a.mp4", "alt": "", "captions": "/c.vtt"}', '/media/a.mp4, captions (en)'],
  [
    'video',
    '{"url": "/a.mp4", "alt": "A", "captions": "/c.vtt", "captionsLanguage": "de"}',
    'A, captions (de)',
  ],
  ['video', 'null', '(none)'],
  [
    'documents',
    '[{"kind": "MANUAL", "title": "Manual", "url": "/media/a.pdf", "format": "PDF", "bytes": 9}]',
    'Manual (PDF)',
  ],
])('%s %s reads %j', (name, json, text) => {
  expect(describe(name, json)).toBe(text)
})
