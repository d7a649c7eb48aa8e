package cell

import "testing"

// The client reads this address in client/src/features/plan/plan.test.ts.
func TestPath(t *testing.T) {
	in := Input{ArmID: "3", RailID: new("8"), GripperID: new("7"), CameraID: new("9"), Part: Part{2500, 120, 70, 80},
		Pick: Point{1, -2, 3, 0}, Place: Point{2250, -150, 540, 90}, Lift: 150, GripTime: 250, Shifts: 2, Horizon: 24,
		PartsPerHour: 300, LabourCost: new("32.5"), Obstacles: []Obstacle{
			{Table, 1, 2, 0, 3, 4, 5, 0}, {Fence, -1, 2, 6, 3, 4, 5, 45}}}
	const want = "/plan?v=1&p=a3.r8.g7.c9.m2500.d120_70_80.f1_-2_3.t2250_-150_540_90.h0.l150.i250.n300.w2.u24.e3250" +
		".T1_2_3_4_5_0_0.F-1_2_3_4_5_6_45"
	if got := in.Path(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
