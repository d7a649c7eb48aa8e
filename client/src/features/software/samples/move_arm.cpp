// Moves the fixed arm to a taught posture and back, and says why when it can't.
#include <actionlib/client/simple_action_client.h>
#include <control_msgs/FollowJointTrajectoryAction.h>
#include <ros/ros.h>

#include <array>
#include <string>

namespace {

using Client = actionlib::SimpleActionClient<control_msgs::FollowJointTrajectoryAction>;
using Result = control_msgs::FollowJointTrajectoryResult;
using Posture = std::array<double, 6>;  // radians, axes 1 to 6

constexpr Posture kHome{0.0, -1.2, 1.6, 0.0, 0.9, 0.0};
constexpr Posture kShelf{0.8, -0.6, 1.1, 0.0, 0.7, 0.8};

trajectory_msgs::JointTrajectoryPoint at(const Posture& posture, double seconds) {
  trajectory_msgs::JointTrajectoryPoint point;
  point.positions.assign(posture.begin(), posture.end());
  point.velocities.assign(posture.size(), 0.0);  // standing still
  point.time_from_start = ros::Duration(seconds);
  return point;
}

std::string reason(const Result& result) {
  if (!result.error_string.empty()) return result.error_string;
  switch (result.error_code) {
    case Result::INVALID_GOAL: return "the goal is not valid";
    case Result::INVALID_JOINTS: return "the joints have other names";
    case Result::OLD_HEADER_TIMESTAMP: return "the goal came too late";
    case Result::PATH_TOLERANCE_VIOLATED: return "an axis left its path";
    case Result::GOAL_TOLERANCE_VIOLATED: return "an axis missed its goal";
    default: return "error " + std::to_string(result.error_code);
  }
}

}  // namespace

int main(int argc, char** argv) {
  ros::init(argc, argv, "move_arm");
  ros::NodeHandle node("~");
  const auto action =
      node.param<std::string>("action", "/arm_controller/follow_joint_trajectory");

  Client arm(action, true);  // answers arrive on a thread of its own
  if (!arm.waitForServer(ros::Duration(5.0))) {
    ROS_ERROR_STREAM("Nobody answers at " << action << ". Is the driver running?");
    return 1;
  }

  control_msgs::FollowJointTrajectoryGoal goal;
  goal.trajectory.joint_names = {"joint_1", "joint_2", "joint_3",
                                 "joint_4", "joint_5", "joint_6"};
  goal.trajectory.points = {at(kShelf, 4.0), at(kHome, 8.0)};
  goal.goal_time_tolerance = ros::Duration(0.5);

  arm.sendGoal(goal);
  if (!arm.waitForResult(ros::Duration(10.0))) {
    arm.cancelGoal();
    ROS_ERROR("The arm did not finish in 10 s; the motion was cancelled.");
    return 1;
  }
  const auto state = arm.getState();
  if (state != actionlib::SimpleClientGoalState::SUCCEEDED) {
    const auto result = arm.getResult();
    ROS_ERROR_STREAM(state.toString() << ": "
                                      << (result ? reason(*result) : state.getText()));
    return 1;
  }
  ROS_INFO("Back home.");
  return 0;
}
